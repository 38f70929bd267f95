import type { Format } from './types.ts'

/** Why something of a source is not among the messages, each with a sentence for people. */
export const skipReasons = {
  unknown_format: 'the file has the shape of no transcript that is known',
  broken_record: 'the line, or the element of the list, is not JSON',
  broken_document: 'the file is not JSON',
  huge_record: 'the line, mail or element of a list is longer than it may be',
  too_large: 'the file must be read as a whole, and is larger than that allows',
  encoding: 'the bytes are not UTF-8, and no byte order mark tells what else',
  invalid_characters: 'the text holds U+0000 or half of a surrogate pair, which cannot be stored',
  broken_message: 'the message could not be read',
  repeated: 'the same message stands in the source before',
} as const

export type SkipReason = keyof typeof skipReasons

/** What became of a source: it is counted on while the source is read. */
export interface ReadReport {
  formats: Partial<Record<Format, number>>
  messages: number
  skipped: Partial<Record<SkipReason, number>>
  /** What the harness wrote and no person said, by rule. */
  noise: Record<string, number>
  /**
   * A file that still grows ends in the middle of a line or element, which is left for the next time: the how manieth it
   * is, from 1, and how much of it was there.
   */
  incomplete: { path: string; record: number; bytes: number }[]
}

/** A report on nothing yet. */
export function createReport(): ReadReport {
  return { formats: {}, messages: 0, skipped: {}, noise: {}, incomplete: [] }
}

export function countSkip(report: ReadReport, reason: SkipReason): undefined {
  report.skipped[reason] = (report.skipped[reason] ?? 0) + 1
  return undefined
}

export function countNoise(report: ReadReport, rule: string): void {
  report.noise[rule] = (report.noise[rule] ?? 0) + 1
}
