import { styleText } from 'node:util'

type Style = Parameters<typeof styleText>[0]

/** Columns of the terminal; COLUMNS says it where none is. */
export function columns(): number {
  const given = process.stdout.columns ?? Number(process.env['COLUMNS'])
  return Number.isInteger(given) && given >= 20 ? given : 80
}

/** A text in a style, where the stream is a terminal that shows styles and the user wants them. */
export function styled(style: Style, text: string, stream: NodeJS.WriteStream = process.stdout): string {
  const plain = !stream.isTTY || (process.env['NO_COLOR'] ?? '') !== '' || process.env['TERM'] === 'dumb'
  return plain ? text : styleText(style, text)
}

export const print = (text: string): void => void process.stdout.write(`${text}\n`)
export const printError = (text: string): void => void process.stderr.write(`${text}\n`)

/** A side remark to people, which scripts that read standard output never see. */
export const remark = (text: string): void => printError(styled('dim', text, process.stderr))
