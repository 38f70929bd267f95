import type { Archive } from './archive.ts'
import { readXml } from './read-xml.ts'

// no title is longer, and what is behind it is not needed
const maxLength = 4_096

/** The text of the first `title` element of a member of metadata; undefined if there is none. */
export async function readTitle(archive: Archive, member: string | undefined): Promise<string | undefined> {
  if (member === undefined) return undefined
  let title: string | undefined
  let inTitle = false
  await readXml(archive, member, {
    open({ name }) {
      inTitle = name === 'title' && title === undefined
    },
    text(text) {
      if (inTitle) title = ((title ?? '') + text).slice(0, maxLength)
    },
    close() {
      inTitle = false
    },
  })
  return title
}
