import { type SecretRule, secretRules } from './rules.ts'

/** Where a secret stands in a text, in UTF-16 units. */
export interface Secret {
  rule: string
  start: number
  end: number
}

/**
 * The well-known kinds of secrets in a text, in order, none within another. Shapes alone decide, with what is plainly a
 * placeholder left out: a rule would rather miss one than take a hash for a key.
 */
export function findSecrets(text: string): Secret[] {
  const lower = text.toLowerCase()
  const found = secretRules
    .filter(({ hints }) => hints.some((hint) => lower.includes(hint)))
    .flatMap((rule) => matchesOf(text, rule))
    .toSorted((x, y) => x.start - y.start || y.end - x.end)
  let end = 0
  return found.filter((secret) => {
    if (secret.start < end) return false
    end = secret.end
    return true
  })
}

/** The text with each secret replaced by what kind it was. */
export function maskSecrets(text: string, secrets: Secret[]): string {
  let masked = ''
  let from = 0
  for (const { rule, start, end } of secrets) {
    masked += `${text.slice(from, start)}[secret: ${rule}]`
    from = end
  }
  return masked + text.slice(from)
}

function matchesOf(text: string, { name, pattern, random }: SecretRule): Secret[] {
  return [...text.matchAll(pattern)].flatMap((match) => {
    const secret = match.groups?.['secret'] ?? match[0]
    if (isPlaceholder(secret) || (random && entropyOf(secret) < leastEntropy)) return []
    // the secret is the last part of a longer match
    const start = match.index + match[0].lastIndexOf(secret)
    return [{ rule: name, start, end: start + secret.length }]
  })
}

const isPlaceholder = (text: string): boolean =>
  /example|placeholder|changeme|your[_-]|x{6,}|\*{4,}|\.{3}|[<>{}]|\$\(|^\$|process\.env|0{8,}|1234567/i.test(text)

const leastEntropy = 3

/** Bits a character, as often as each occurs in the text (Shannon 1948). */
function entropyOf(text: string): number {
  const counts = new Map<string, number>()
  for (const character of text) counts.set(character, (counts.get(character) ?? 0) + 1)
  return [...counts.values()].reduce((sum, count) => sum - (count / text.length) * Math.log2(count / text.length), 0)
}
