import { posix } from 'node:path'
import type { Archive } from './archive.ts'

/** The member that a reference in another one means: relative to its folder, or from the root. Undefined if absent. */
export function memberPath(archive: Archive, from: string, reference: string): string | undefined {
  const plain = reference.replace(/[?#].*$/s, '')
  return [plain, decoded(plain)]
    .map((path) => posix.join('/', path.startsWith('/') ? '' : posix.dirname(from), path).slice(1))
    .find((path) => archive.has(path))
}

function decoded(reference: string): string {
  try {
    return decodeURIComponent(reference)
  } catch {
    return reference
  }
}
