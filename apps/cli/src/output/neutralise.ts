// what a palace holds was written by anyone: a terminal must show it and never obey it

// controls but tab and newline, and what reorders text or hides in it
const unsafe = /(?![\t\n])\p{Cc}|[\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/gu

/** A text of several lines, with every character that could steer a terminal made visible. */
export function neutralise(text: string): string {
  return text.replaceAll('\r\n', '\n').replace(unsafe, picture)
}

/** The same on one line, for cells and messages. */
export function oneLine(text: string): string {
  return neutralise(text).replace(/\s+/gu, ' ').trim()
}

function picture(character: string): string {
  const code = character.codePointAt(0) ?? 0
  if (code < 0x20) return String.fromCodePoint(0x2400 + code)
  if (code === 0x7f) return '\u2421'
  return `<${code.toString(16).padStart(4, '0')}>`
}
