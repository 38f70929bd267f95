import type { FoundSecret, SecretsPolicy } from '../documents.ts'
import { findSecrets, maskSecrets } from './find-secrets.ts'

/** A text as it may be stored, and which secrets stand in what was given. */
export function treatSecrets(
  path: string,
  content: string,
  policy: SecretsPolicy = 'report',
): { content: string; found: FoundSecret[] } {
  if (policy === 'off') return { content, found: [] }
  const secrets = findSecrets(content)
  if (secrets.length === 0) return { content, found: [] }
  const found = secrets.map(({ rule, start }) => ({ path, rule, line: lineAt(content, start) }))
  return { content: policy === 'mask' ? maskSecrets(content, secrets) : content, found }
}

function lineAt(text: string, offset: number): number {
  let line = 1
  for (let at = text.indexOf('\n'); at >= 0 && at < offset; at = text.indexOf('\n', at + 1)) line++
  return line
}
