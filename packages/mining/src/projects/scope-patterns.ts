import { toBytes } from './byte-text.ts'

const mark = toBytes('\uFEFF')

/**
 * The patterns of an ignore file, rewritten to hold for its folder when read at the top: `*.log` of `a/b` becomes
 * `/a/b/**` + `/*.log`. One list of all levels, later patterns winning, is then what git has. `folder` has no slash at
 * its ends and is empty for the top itself. All of it is byte text.
 */
export function scopePatterns(text: string, folder: string): { pattern: string }[] {
  const lines = `${text.startsWith(mark) ? text.slice(mark.length) : text}\n`.split(/\r?\n/)
  const prefix = folder === '' ? '' : folderPattern(folder)
  return lines.flatMap((line) => {
    const pattern = prefix === '' ? line : scope(line, prefix)
    // the matcher takes one carriage return more off the end, which git does not
    return pattern === '' ? [] : [{ pattern: pattern.endsWith('\r') ? `${pattern}\r` : pattern }]
  })
}

/** The pattern that matches one folder or file below the top and nothing else. */
export function folderPattern(folder: string): string {
  return `/${folder.replaceAll(/[\\*?[]/g, String.raw`\$&`)}`
}

function scope(line: string, prefix: string): string {
  if (line.startsWith('#')) return ''
  const negative = line.startsWith('!')
  const body = negative ? line.slice(1) : line
  const end = lengthWithoutSpaces(body)
  if (end === 0 || (end === 1 && body[0] === '/')) return ''
  const slash = body.indexOf('/')
  const anchored = slash >= 0 && slash < end - 1
  return `${negative ? '!' : ''}${prefix}/${anchored ? '' : '**/'}${body.startsWith('/') ? body.slice(1) : body}`
}

function lengthWithoutSpaces(text: string): number {
  let end = text.length
  while (text[end - 1] === ' ') end--
  return end
}
