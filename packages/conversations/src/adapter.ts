import type { Fields } from './fields.ts'
import type { ReadReport } from './report.ts'
import type { Format, Message } from './types.ts'

/** A conversation as its source names it. */
export interface SourceConversation {
  id: string
  title?: string | undefined
  project?: string | undefined
}

/** A message as its source holds it; without an id it gets one of its content. */
export interface SourceMessage extends Omit<Message, 'id'> {
  id?: string | undefined
  /** The time as the source spells it, where reading it is a guess that a longer file may correct. */
  stamp?: string | undefined
}

export interface Entry {
  conversation: SourceConversation
  message: SourceMessage
}

export interface AdapterContext {
  path: string
  report: ReadReport
  /** What the other files of an export folder tell: people by their id, channels by the name of their folder. */
  names?: undefined | { people: Map<string, string>; channels: Map<string, SourceConversation> }
}

/** Reads one record after the other; `undefined` is the end. */
type RecordReader = (record: Fields | undefined) => Entry[]

/** A format with one JSON object a line: read as a stream, however long it is. */
export interface LineAdapter {
  reads: 'lines'
  format: Format
  /** Whether a record is of this format: one that says so is enough. */
  matches(record: Fields): boolean
  open(context: AdapterContext): RecordReader
}

/** A format that is one JSON value. */
export interface DocumentAdapter {
  reads: 'document'
  format: Format
  /** Whether the value is of this format; it may be only the beginning of a longer one. */
  matches(value: unknown): boolean
  /** Whether the value is a list of conversations, which may be read one after the other. */
  isList?(value: unknown): boolean
  read(value: unknown, context: AdapterContext): Iterable<Entry>
}

/** A format that is text for people. */
export interface TextAdapter {
  reads: 'text'
  format: Format
  /** Whether a text that begins so is of this format. */
  matches(head: string): boolean
  read(text: string, context: AdapterContext): Iterable<Entry>
}

/** A format of parts that each begin with a line of their own: read part by part. */
export interface MailAdapter {
  reads: 'mail'
  format: Format
  matches(head: string): boolean
  startsPart(line: Buffer): boolean
  read(part: Buffer, context: AdapterContext): Promise<Entry[]>
}

export type Adapter = LineAdapter | DocumentAdapter | TextAdapter | MailAdapter
