import type { TextDecoder } from 'node:util'
import { type SaxesAttributeNS, SaxesParser } from 'saxes'
import type { Archive } from './archive.ts'
import { markupDecoder } from './markup-encoding.ts'
import { Refusal } from './reasons.ts'

/** An element by its local name, since prefixes are free. */
export interface XmlTag {
  name: string
  /** By local name; those that name a relationship as `r:id` and the like, beside an own `id`. */
  attributes: Record<string, string>
}

export interface XmlHandler {
  open?(tag: XmlTag): void
  text?(text: string): void
  close?(name: string): void
}

// nothing that people write nests deeper, and prefixes are looked up through all of the depth
const maxDepth = 128
// the attributes of a tag are held until its end, and told all at once
const maxTagLength = 4 * 1024 * 1024

/** Tells a handler what stands in a member of an archive, piece by piece. Refused as `broken` when it is no XML. */
export async function readXml(archive: Archive, name: string, handler: XmlHandler, isDone = () => false) {
  const parser = createParser(handler)
  let decoder: TextDecoder | undefined
  for await (const piece of archive.read(name)) {
    decoder ??= markupDecoder(piece)
    parser.write(decoder.decode(piece, { stream: true }))
    if (isDone()) return
  }
  if (decoder !== undefined) parser.end(decoder.decode())
}

/** The local name of the outermost element of a member, of which hardly more is read. Undefined if there is none. */
export async function readRootName(archive: Archive, name: string): Promise<string | undefined> {
  let root: string | undefined
  const open = (tag: XmlTag) => {
    root ??= tag.name
  }
  await readXml(archive, name, { open }, () => root !== undefined)
  return root
}

function createParser(handler: XmlHandler) {
  const parser = new SaxesParser({ xmlns: true })
  let depth = 0
  let tagStart: number | undefined
  parser.on('error', refuse)
  // what it declares is never expanded; a document that needs it is not ours to read
  parser.on('doctype', (doctype) => {
    if (doctype.includes('[')) refuse()
  })
  parser.on('opentagstart', () => {
    tagStart = parser.position
  })
  parser.on('opentag', ({ local, attributes }) => {
    tagStart = undefined
    depth += 1
    if (depth > maxDepth) refuse()
    handler.open?.({ name: local, attributes: ownAttributes(Object.values(attributes)) })
  })
  parser.on('closetag', ({ local }) => {
    depth -= 1
    handler.close?.(local)
  })
  parser.on('text', (text) => handler.text?.(text))
  parser.on('cdata', (text) => handler.text?.(text))
  return {
    write(text: string) {
      parser.write(text)
      if (tagStart !== undefined && parser.position - tagStart > maxTagLength) refuse()
    },
    end: (text: string) => parser.write(text).close(),
  }
}

function ownAttributes(attributes: readonly SaxesAttributeNS[]): Record<string, string> {
  const own: Record<string, string> = {}
  for (const { local, uri, value } of attributes) own[uri.endsWith('/relationships') ? `r:${local}` : local] = value
  return own
}

function refuse(): never {
  throw new Refusal('broken')
}
