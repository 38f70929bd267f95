import { setImmediate } from 'node:timers/promises'
import type { EmbeddingProfile } from './profile.ts'
import { knownWords } from './split-words.ts'
import { readWordTable } from './word-table.ts'
import type { WordTable } from './word-table.ts'

const tablePath = new URL('../dist-data/static.bin', import.meta.url)

/** How common a word has to be to lose half of its weight. */
const smoothing = 1e-3

/** What one row counts in a mean, its scale included; how often a word occurs is told from its rank by Zipf's law. */
const weigh = ({ words, scales }: WordTable): Float32Array => {
  const harmonic = Math.log(words) + 0.5772
  return scales.map((scale, rank) => (scale * smoothing) / (smoothing + 1 / ((rank + 1) * harmonic)))
}

const createEmbed = (table: WordTable): ((text: string) => Float32Array | null) => {
  const { dimensions, vectors, rankOf } = table
  const weights = weigh(table)
  const sum = new Float64Array(dimensions)
  return (text) => {
    sum.fill(0)
    for (const rank of knownWords(text, rankOf)) {
      const weight = weights[rank] ?? 0
      const row = rank * dimensions
      for (let index = 0; index < dimensions; index += 1) {
        sum[index] = (sum[index] ?? 0) + weight * (vectors[row + index] ?? 0)
      }
    }
    const length = Math.hypot(...sum)
    return length > 0 ? Float32Array.from(sum, (value) => value / length) : null
  }
}

const turn = 64

/**
 * The profile that needs nothing but Loci itself: English word vectors (GloVe, 100 dimensions, Pennington, Socher and
 * Manning 2014) without what all of them share (Mu and Viswanath 2018, done when the table is built), the vector of a
 * text being the mean of its words', weighed by smooth inverse frequency (Arora, Liang and Ma 2017). Throws if the
 * table was not built.
 */
export const loadStaticProfile = async (): Promise<EmbeddingProfile> => {
  const table = await readWordTable(tablePath)
  const embedOne = createEmbed(table)
  return {
    name: 'static-glove-100d-1',
    provider: 'static',
    model: 'glove-6b-100d',
    dimensions: table.dimensions,
    embed: async (texts) => {
      const found: (Float32Array | null)[] = []
      for (const [index, text] of texts.entries()) {
        // a long list must not keep the event loop to itself
        if (index % turn === turn - 1) await setImmediate()
        found.push(embedOne(text))
      }
      return found
    },
  }
}
