import type { EmbeddingProfile } from '@loci/embeddings'
import { detectLanguage } from './analysis/analyse.ts'
import { toLexemes } from './lexemes.ts'
import { splitPassages } from './passages/split-passages.ts'

/** A passage as the index keeps it. */
export interface IndexedPassage {
  ordinal: number
  start: number
  end: number
  char_start: number
  char_length: number
  /** How many words count for BM25. */
  length: number
  /** A tsvector in its text form. */
  lexemes: string
  /** Null when the profile knows nothing of it, or when there is none. */
  vector: Float32Array | null
}

/** Cuts texts into passages and analyses these: what indexing costs the processor. */
async function analyseTexts(texts: string[], profile: EmbeddingProfile | null): Promise<IndexedPassage[][]> {
  const cut = texts.map((text) => {
    const language = detectLanguage(text)
    return splitPassages(text).map((passage) => {
      const spoken = text.slice(passage.start, passage.end)
      const { vector: lexemes, length } = toLexemes(spoken, { language })
      return { ...passage, length, lexemes, spoken }
    })
  })
  const vectors =
    profile === null
      ? []
      : await profile.embed(
          cut.flat().map(({ spoken }) => spoken),
          'document',
        )
  let next = 0
  return cut.map((passages) =>
    passages.map(({ spoken: _, ...passage }) => ({ ...passage, vector: vectors[next++] ?? null })),
  )
}

// what was made ready and never written must not stay for ever
const mostReady = 256
const ready = new WeakMap<EmbeddingProfile, Map<string, IndexedPassage[]>>()

/**
 * Analyses texts that are about to be written, so that whoever writes many can do it while the database is busy with the
 * ones before. A profile whose vectors are another's keeps its own.
 */
export async function makeReady(texts: string[], profile: EmbeddingProfile): Promise<void> {
  const made = ready.get(profile) ?? new Map<string, IndexedPassage[]>()
  ready.set(profile, made)
  const wanted = [...new Set(texts)].filter((text) => !made.has(text))
  const analysed = await analyseTexts(wanted, profile)
  for (const [index, text] of wanted.entries()) made.set(text, analysed[index] ?? [])
  for (const text of made.keys()) {
    if (made.size <= mostReady) break
    made.delete(text)
  }
}

/** The passages of texts, those that were made ready at no cost. */
export async function passagesOf(texts: string[], profile: EmbeddingProfile | null): Promise<IndexedPassage[][]> {
  const made = (profile && ready.get(profile)) ?? new Map<string, IndexedPassage[]>()
  const missing = texts.filter((text) => !made.has(text))
  const analysed = new Map(
    (await analyseTexts(missing, profile)).map((passages, index) => [missing[index] ?? '', passages]),
  )
  const found = texts.map((text) => made.get(text) ?? analysed.get(text) ?? [])
  for (const text of texts) made.delete(text)
  return found
}
