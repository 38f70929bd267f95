const hidden = /<(script|style|head|title)\b[^>]*>[\s\S]*?<\/\1\s*>|<!--[\s\S]*?-->/gi
const lineEnds = /<(?:br|\/p|\/div|\/tr|\/li|\/h[1-6]|\/blockquote|\/pre)\b[^>]*>/gi
const tags = /<\/?[a-z][^>]*>/gi
const entity = /&(?:#(\d{1,7})|#x([\da-f]{1,6})|(amp|lt|gt|quot|apos|nbsp));/gi
const named: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: '\u00a0' }

/** The words of a mail that has no text of its own: without tags, a line for each paragraph. Its white space may change. */
export function htmlText(html: string): string {
  const lines = html.replace(hidden, '').replace(/\s+/g, ' ').replace(lineEnds, '\n').replace(tags, '').split('\n')
  const text = lines.map((line) => line.trim()).join('\n')
  return text.trim().replace(entity, (whole, decimal?: string, hexadecimal?: string, name?: string) => {
    if (name !== undefined) return named[name.toLowerCase()] ?? whole
    const point = decimal === undefined ? Number.parseInt(hexadecimal ?? '', 16) : Number(decimal)
    return point > 0 && point <= 0x10_ffff ? String.fromCodePoint(point) : whole
  })
}
