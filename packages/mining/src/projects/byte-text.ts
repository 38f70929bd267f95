/**
 * Byte text: a string whose characters are the UTF-8 bytes of another. Ignore patterns are matched in it, because git
 * matches bytes (`?` is half an `é`), and because names on disk may be any bytes.
 */
export const toBytes = (text: string): string => Buffer.from(text, 'utf8').toString('latin1')

export const fromBytes = (bytes: string): string => Buffer.from(bytes, 'latin1').toString('utf8')
