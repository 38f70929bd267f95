/** What rich text is made of, as it is read. */
export interface RtfHandler {
  openGroup(): void
  closeGroup(): void
  /** A control word, `\par` or `\u8364`. */
  word(name: string, value: number | undefined): void
  /** A control symbol, `\~` or `\*`. */
  symbol(character: string): void
  /** A byte of text in the current code page, plain or as `\'e9`. */
  byte(value: number): void
  /** Whether there is nothing more to tell. */
  isDone(): boolean
}

const backslash = 0x5c
const openBrace = 0x7b
const closeBrace = 0x7d
// names are of up to 32 letters, numbers of 32 bits
const control = /([A-Za-z]{1,32})(-?\d{1,10})? ?/y
const hexadecimal = /'([\dA-Fa-f]{2})/y
const controlWindow = 48

/** Tells a handler what stands in rich text from `start` on. Binary data is passed over. The next position is given. */
export function readTokens(bytes: Buffer, start: number, end: number, handler: RtfHandler): number {
  let at = start
  while (at < end && !handler.isDone()) {
    const byte = bytes[at] ?? 0
    at += 1
    if (byte === openBrace) handler.openGroup()
    else if (byte === closeBrace) handler.closeGroup()
    else if (byte === backslash) at = readControl(bytes, at, handler)
    else if (byte !== 0x0a && byte !== 0x0d) handler.byte(byte)
  }
  return at
}

function readControl(bytes: Buffer, at: number, handler: RtfHandler): number {
  const ahead = bytes.toString('latin1', at, at + controlWindow)
  control.lastIndex = hexadecimal.lastIndex = 0
  const word = control.exec(ahead)
  if (word !== null) {
    const [whole, name = '', digits] = word
    const value = digits === undefined ? undefined : Number(digits)
    if (name === 'bin') return at + whole.length + Math.max(0, value ?? 0)
    handler.word(name, value)
    return at + whole.length
  }
  const hex = hexadecimal.exec(ahead)
  if (hex !== null) {
    handler.byte(Number.parseInt(hex[1] ?? '', 16))
    return at + hex[0].length
  }
  handler.symbol(ahead.charAt(0))
  return at + 1
}
