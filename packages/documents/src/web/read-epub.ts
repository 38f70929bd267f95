import { type Archive, readMember } from '../archive.ts'
import { decodeMarkup } from '../markup-encoding.ts'
import { memberPath } from '../member-path.ts'
import { Refusal } from '../reasons.ts'
import { readXml } from '../read-xml.ts'
import { cleanName, type TextBudget } from '../text-budget.ts'
import type { DocumentPart, ReadResult } from '../types.ts'
import { readPage } from './read-html.ts'

// the markup of a chapter is held while it is read
const maxChapterBytes = 32 * 1024 * 1024
const container = 'META-INF/container.xml'

/** A book chapter by chapter in reading order, each under its first heading. */
export async function readEpub(archive: Archive, budget: TextBudget): Promise<ReadResult> {
  const { title, chapters } = await readPackage(archive)
  const encrypted = await encryptedMembers(archive)
  const parts: DocumentPart[] = []
  for (const [index, chapter] of chapters.entries()) {
    if (chapter === undefined) continue
    if (encrypted.has(chapter)) throw new Refusal('encrypted')
    const page = await readPage(decodeMarkup(await readMember(archive, chapter, maxChapterBytes)), budget)
    if (page.text === '') continue
    // many books are titled on every page
    const name = page.heading ?? (page.title === title ? undefined : page.title)
    parts.push({ label: 'chapter', number: index + 1, ...(name !== undefined && { name }), text: page.text })
  }
  return { ...(title !== undefined && { title }), parts }
}

/** The title and the members of the chapters, where one that is missing still counts. */
async function readPackage(archive: Archive) {
  const member = await packageMember(archive)
  const items = new Map<string, string>()
  const spine: string[] = []
  let title = ''
  let inTitle = false
  await readXml(archive, member, {
    open({ name, attributes }) {
      inTitle = name === 'title' && title === ''
      if (name === 'item') items.set(attributes['id'] ?? '', attributes['href'] ?? '')
      if (name === 'itemref') spine.push(attributes['idref'] ?? '')
    },
    text(text) {
      if (inTitle) title += text
    },
    close() {
      inTitle = false
    },
  })
  const chapters = [...new Set(spine)].map((id) => memberPath(archive, member, items.get(id) ?? ''))
  return { title: cleanName(title), chapters }
}

async function packageMember(archive: Archive): Promise<string> {
  let path = ''
  await readXml(archive, container, {
    open({ name, attributes }) {
      if (name === 'rootfile' && path === '') path = attributes['full-path'] ?? ''
    },
  })
  const member = memberPath(archive, '', path)
  if (member === undefined) throw new Refusal('broken')
  return member
}

/** Fonts may be encrypted in a book that anyone can read; its chapters may not. */
async function encryptedMembers(archive: Archive): Promise<Set<string>> {
  const members = new Set<string>()
  await readXml(archive, 'META-INF/encryption.xml', {
    open({ name, attributes }) {
      const member = name === 'CipherReference' ? memberPath(archive, '', attributes['URI'] ?? '') : undefined
      if (member !== undefined) members.add(member)
    },
  })
  return members
}
