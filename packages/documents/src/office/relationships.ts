import { posix } from 'node:path'
import type { Archive } from '../archive.ts'
import { memberPath } from '../member-path.ts'
import { readXml } from '../read-xml.ts'

/** What a part of an Office document refers to. Those outside of the document are left out. */
export interface Relationship {
  id: string
  /** The end of the type's address, which is the same in all editions: `slide`, `notesSlide`, `styles`. */
  type: string
  /** The member. */
  target: string
}

/** The relationships of a part, or of the whole package when it is ''. */
export async function readRelationships(archive: Archive, part: string): Promise<Relationship[]> {
  const found: Relationship[] = []
  const member = posix.join(posix.dirname(part), '_rels', `${posix.basename(part)}.rels`)
  await readXml(archive, member, {
    open({ name, attributes }) {
      if (name !== 'Relationship' || attributes['TargetMode'] === 'External') return
      const target = memberPath(archive, part, attributes['Target'] ?? '')
      const type = attributes['Type']?.split('/').at(-1) ?? ''
      if (target !== undefined) found.push({ id: attributes['Id'] ?? '', type, target })
    },
  })
  return found
}

/** The members of one type, in their order. */
export function targetsOf(relationships: readonly Relationship[], type: string): string[] {
  return relationships.filter((relationship) => relationship.type === type).map(({ target }) => target)
}
