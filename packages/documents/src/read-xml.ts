import type { TextDecoder } from 'node:util'
import { SaxesParser } from 'saxes'
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

// nothing that people write nests deeper
const maxDepth = 1_000

/** Tells a handler what stands in a member of an archive, piece by piece. Refused as `broken` when it is no XML. */
export async function readXml(archive: Archive, name: string, handler: XmlHandler): Promise<void> {
  const parser = createParser(handler)
  let decoder: TextDecoder | undefined
  for await (const piece of archive.read(name)) {
    decoder ??= markupDecoder(piece)
    parser.write(decoder.decode(piece, { stream: true }))
  }
  if (decoder === undefined) return
  parser.write(decoder.decode()).close()
}

/** The local name of the outermost element of a member, of which no more is read. Undefined if there is none. */
export async function readRootName(archive: Archive, name: string): Promise<string | undefined> {
  let root: string | undefined
  const parser = createParser({ open: (tag) => (root ??= tag.name) })
  let decoder: TextDecoder | undefined
  for await (const piece of archive.read(name)) {
    decoder ??= markupDecoder(piece)
    parser.write(decoder.decode(piece, { stream: true }))
    if (root !== undefined) return root
  }
  return undefined
}

function createParser(handler: XmlHandler): SaxesParser<{ xmlns: true }> {
  const parser = new SaxesParser({ xmlns: true })
  let depth = 0
  parser.on('error', () => {
    throw new Refusal('broken')
  })
  // what it declares is never expanded; a document that needs it is not ours to read
  parser.on('doctype', (doctype) => {
    if (doctype.includes('[')) throw new Refusal('broken')
  })
  parser.on('opentag', ({ local, attributes }) => {
    depth += 1
    if (depth > maxDepth) throw new Refusal('broken')
    const own: Record<string, string> = {}
    for (const attribute of Object.values(attributes)) {
      const isRelationship = attribute.uri.endsWith('/relationships')
      own[isRelationship ? `r:${attribute.local}` : attribute.local] = attribute.value
    }
    handler.open?.({ name: local, attributes: own })
  })
  parser.on('closetag', ({ local }) => {
    depth -= 1
    handler.close?.(local)
  })
  parser.on('text', (text) => handler.text?.(text))
  parser.on('cdata', (text) => handler.text?.(text))
  return parser
}
