import { termsOf } from './words.ts'
import { scanText } from './scan.ts'

const mostWords = 60
const mostUnits = 600
const readUnits = 20_000

const asks = (sentence: string): boolean => /[?？؟]["'”’»)\]]*$/.test(sentence)

const contentWords = (sentence: string): number => {
  const scan = scanText(sentence)
  let count = 0
  for (const [index, token] of scan.tokens.entries()) {
    if (token.kind === 'alias' || token.kind === 'part') continue
    const word = scan.words[index]
    if (!word || !termsOf(word, 0).stop) count += 1
  }
  return count
}

const sentencesOf = (text: string): string[] =>
  text
    .split(/(?<=[.!?…]["'”’»)\]]{0,2})\s+|(?<=[。！？])|\n/)
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence !== '')

const lastUnits = (text: string): string => {
  if (text.length <= mostUnits) return text
  const tail = text.slice(-mostUnits)
  const space = tail.search(/\s/)
  return (space < 0 || space > 100 ? tail : tail.slice(space)).replace(/^[\udc00-\udfff]/, '').trim()
}

/** Which sentence of a long query it is about: the question at the end, at the beginning, the last one; or neither. */
const pick = (sentences: string[]): number => {
  const last = sentences.length - 1
  if (asks(sentences[last] ?? '')) return last
  if (asks(sentences[0] ?? '')) return 0
  return sentences.findLastIndex(asks)
}

/**
 * What a query is about. A query of up to 60 words (600 code units) is taken as it is. Of a longer one, an
 * instruction or a pasted page with a question somewhere, only the question is kept: the last sentence if it asks,
 * else the first if it asks, else the last that asks, else the first and the last. A question with fewer than two
 * words of content takes the sentences before it along. All the rest is left out, not weighed down: hundreds of words
 * at a small weight still outvote five. Only both ends of a very long text are read.
 */
export const focusOf = (text: string): string => {
  if (text.length <= mostUnits && text.split(/\s+/, mostWords + 1).length <= mostWords) return text
  const read = text.length > 2 * readUnits ? `${text.slice(0, readUnits)}\n${text.slice(-readUnits)}` : text
  const sentences = sentencesOf(read)
  const chosen = pick(sentences)
  if (chosen < 0) {
    const first = sentences[0] ?? ''
    const last = sentences.at(-1) ?? ''
    return sentences.length > 1 ? `${lastUnits(first)}\n${lastUnits(last)}` : lastUnits(first)
  }
  let from = chosen
  while (from > 0 && chosen - from < 3 && contentWords(sentences.slice(from, chosen + 1).join('\n')) < 2) from -= 1
  return lastUnits(sentences.slice(from, chosen + 1).join('\n'))
}
