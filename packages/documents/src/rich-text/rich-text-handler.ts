import type { LineWriter } from '../line-writer.ts'
import { Refusal } from '../reasons.ts'
import { defaultCodePage } from './code-pages.ts'
import { type Destination, destinationOf } from './destinations.ts'
import { createEncodedText } from './encoded-text.ts'
import { createTableFlow, layoutWords } from './table-flow.ts'
import type { RtfHandler } from './tokens.ts'
import { characterOf } from './words.ts'

/** What a group inherits from the one around it, and what ends with it. */
interface Group {
  destination: Destination
  /** Undefined where that of the document holds. */
  codePage: number | undefined
  /** How many bytes stand in for a `\u` where Unicode is not known. */
  replacementBytes: number
  inTable: boolean
  /** Deleted while changes were tracked, or formatted as hidden. */
  isGone: boolean
}

const maxDepth = 5_000
const maxTitleLength = 4_096

/** Follows the groups of rich text, and writes the text of the body and of what is read behind it. */
export function createRichTextHandler(body: LineWriter, notes: LineWriter): RtfHandler & { title(): string } {
  const flows = { body: createTableFlow(body), notes: createTableFlow(notes) }
  const encoded = createEncodedText()
  const groups: Group[] = []
  let group: Group = {
    destination: 'unchanged',
    codePage: undefined,
    replacementBytes: 1,
    inTable: false,
    isGone: false,
  }
  let title = ''
  let isDone = false
  let isOptional = false
  let skipBytes = 0

  const flow = () => (group.destination === 'aside' ? flows.notes : flows.body)
  const isShown = () => !group.isGone && (group.destination === 'unchanged' || group.destination === 'aside')
  const write = (text: string) => {
    if (text === '') return
    if (group.destination === 'title') title = (title + text).slice(0, maxTitleLength)
    else if (isShown()) flow().text(text, group.inTable)
  }
  const flush = () => write(encoded.take(group.codePage))
  const enter = (word: string) => {
    const destination = destinationOf(word, isOptional)
    isOptional = false
    // nothing in a hidden group shows, except that the title is kept among what is hidden
    if (destination !== 'unchanged' && (group.destination !== 'hidden' || destination === 'title'))
      group.destination = destination
  }
  const setFont = (font: number) => {
    if (group.destination === 'fonts') encoded.declareFont(font)
    else group.codePage = encoded.pageOfFont(font)
  }
  const settings: Record<string, (value: number | undefined) => void> = {
    ansicpg: (value) => encoded.setDocumentPage(value ?? defaultCodePage),
    f: (value) => setFont(value ?? 0),
    fcharset: (value) => encoded.declareCharset(value ?? 0),
    plain: () => {
      group.codePage = undefined
      group.isGone = false
    },
    pard: () => (group.inTable = false),
    intbl: () => (group.inTable = true),
    deleted: (value) => (group.isGone = value !== 0),
    v: (value) => (group.isGone = value !== 0),
    uc: (value) => (group.replacementBytes = Math.max(0, value ?? 1)),
    u: (value) => {
      write(String.fromCharCode((value ?? 0) & 0xffff))
      skipBytes = group.replacementBytes
    },
  }

  return {
    title: () => title,
    isDone: () => isDone,
    openGroup() {
      flush()
      if (groups.length >= maxDepth) throw new Refusal('broken')
      groups.push({ ...group })
      isOptional = false
      skipBytes = 0
    },
    closeGroup() {
      flush()
      group = groups.pop() ?? group
      isDone = groups.length === 0
      skipBytes = 0
    },
    word(name, value) {
      flush()
      skipBytes = 0
      enter(name)
      encoded.setNamedPage(name)
      const character = characterOf(name)
      if (character !== undefined) write(character)
      else if (Object.hasOwn(settings, name)) settings[name]?.(value)
      else if (isShown() && Object.hasOwn(layoutWords, name)) layoutWords[name]?.(flow())
    },
    symbol(character) {
      flush()
      if (character === '*') isOptional = true
      else if (isShown() && (character === '\n' || character === '\r')) flow().breakLine()
      else write(characterOf(character) ?? '')
    },
    byte(value) {
      if (skipBytes > 0) skipBytes -= 1
      else if (encoded.add(value)) flush()
    },
  }
}
