const ascii = /^[\0-\x7f]*$/
const joined = /[A-Za-z0-9]+(?:['’.\-_][A-Za-z0-9]+)*/g
const humps = /[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[0-9]+/g
const longestWord = 40

const plain = (text: string): string =>
  ascii.test(text)
    ? text
    : text
        .normalize('NFKD')
        .replace(/\p{M}+/gu, '')
        .replaceAll('’', "'")

/**
 * The words of a text that a vocabulary of lower-case ASCII words knows, as what `look` gives for them (-1 for an
 * unknown one). Accents and case are folded; what is joined by a hyphen, a dot, an apostrophe or an underscore counts
 * in one if the vocabulary has it so, else in its parts, and these, if unknown, cut at capitals and digits.
 */
export const knownWords = (text: string, look: (word: string) => number): number[] => {
  const found: number[] = []
  const add = (word: string): boolean => {
    const known = word.length > longestWord ? -1 : look(word.toLowerCase())
    if (known >= 0) found.push(known)
    return known >= 0
  }
  for (const run of plain(text).match(joined) ?? []) {
    if (add(run)) continue
    for (const part of run.split(/['.\-_]+/)) {
      if (part !== run && add(part)) continue
      for (const hump of part.match(humps) ?? []) if (hump !== part) add(hump)
    }
  }
  return found
}
