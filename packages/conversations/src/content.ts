import { asFields, asKind, asList, asText, type Fields, fieldsIn } from './fields.ts'

const textTypes = new Set(['text', 'input_text', 'output_text'])

/** The blocks of a message's content, which is a text or a list of texts and blocks. */
export function contentBlocks(content: unknown): Fields[] {
  if (typeof content === 'string') return [{ type: 'text', text: content }]
  const list: unknown[] = Array.isArray(content) ? content : [content]
  return fieldsIn(list.map((block) => (typeof block === 'string' ? { type: 'text', text: block } : block)))
}

/** The text of a block that is one: not thinking, no tool call. */
export function blockText(block: Fields): string | undefined {
  if (block['thought'] === true) return undefined
  return block['type'] === undefined || textTypes.has(asKind(block['type'])) ? asText(block['text']) : undefined
}

/** The text blocks of a content, each word for word. */
export function contentTexts(content: unknown): string[] {
  return contentBlocks(content).flatMap((block) => blockText(block) ?? [])
}

/** The texts of one message as one, with a blank line between two. */
export function joinTexts(texts: string[]): string {
  return texts.filter((text) => text !== '').join('\n\n')
}

/** Pieces of one text that a source cut up, put together again without anything between. */
export function piecedText(pieces: unknown): string {
  if (typeof pieces === 'string') return pieces
  return asList(pieces)
    .map((piece) => asText(piece) ?? asText(asFields(piece)?.['text']) ?? '')
    .join('')
}

/** The value of a text that is JSON, else the text. */
export function parsedOrText(value: unknown): unknown {
  if (typeof value !== 'string') return value
  try {
    return JSON.parse(value) as unknown
  } catch {
    return value
  }
}
