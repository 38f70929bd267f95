import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { beforeAll, describe, expect, test } from 'vitest'
import type { EmbeddingProfile } from './profile.ts'
import { loadStaticProfile } from './static-profile.ts'

let profile: EmbeddingProfile

beforeAll(async () => {
  execFileSync(process.execPath, [fileURLToPath(new URL('../scripts/build-static.mjs', import.meta.url))])
  profile = await loadStaticProfile()
}, 120_000)

const embed = async (...texts: string[]): Promise<Float32Array[]> => {
  const vectors = await profile.embed(texts, 'document')
  return vectors.map((vector) => vector ?? new Float32Array(profile.dimensions))
}

const cosine = (a: Float32Array | undefined, b: Float32Array | undefined): number =>
  a && b ? a.reduce((sum, value, index) => sum + value * (b[index] ?? 0), 0) : Number.NaN

describe('the static profile', () => {
  test('names its space', () => {
    expect(profile).toMatchObject({ name: 'static-glove-100d-1', provider: 'static', dimensions: 100 })
  })

  test('vectors have length 1', async () => {
    for (const vector of await embed('cat', 'the', 'A longer text, of several words.')) {
      expect(vector).toHaveLength(100)
      expect(cosine(vector, vector)).toBeCloseTo(1, 5)
    }
  })

  test('near in meaning is near', async () => {
    const [cat, dog, carburettor] = await embed('cat', 'dog', 'carburettor')
    expect(cosine(cat, dog)).toBeGreaterThan(cosine(cat, carburettor) + 0.3)
  })

  test('a paraphrase beats what is not related', async () => {
    const [question, answer, other] = await embed(
      'Which physician does she visit?',
      'She went to see her doctor at the hospital.',
      'The match ended two to nil after extra time.',
    )
    expect(cosine(question, answer)).toBeGreaterThan(cosine(question, other) + 0.1)
  })

  test('common words weigh little', async () => {
    const [bare, wrapped] = await embed('harbour', 'it is in the harbour of the')
    expect(cosine(bare, wrapped)).toBeGreaterThan(0.9)
  })

  test('a text without a known word has no vector, in its place in the list', async () => {
    const vectors = await profile.embed(['', 'qxzvvk', 'cat', '東京', '\ud800\u0000'], 'document')
    expect(vectors.map((vector) => vector !== null)).toEqual([false, false, true, false, false])
  })

  test('identifiers, accents and case are seen through', async () => {
    const [words, camel, snake, dotted, accents, plain] = await embed(
      'payment gateway',
      'paymentGateway',
      'PAYMENT_GATEWAY',
      'payment.gateway',
      'Café',
      'cafe',
    )
    for (const other of [camel, snake, dotted]) expect(cosine(words, other)).toBeCloseTo(1, 5)
    expect(cosine(accents, plain)).toBeCloseTo(1, 5)
  })

  test('query and document agree, and so do two loads and any company', async () => {
    const text = 'What did Ann plant in the garden?'
    const again = await loadStaticProfile()
    const [document] = await profile.embed([text], 'document')
    const [query] = await again.embed([text], 'query')
    const all = await profile.embed(
      Array.from({ length: 200 }, () => text),
      'query',
    )
    expect(query).toEqual(document)
    expect(all.every((vector) => cosine(vector ?? undefined, document ?? undefined) > 0.999999)).toBe(true)
  })

  test.each([['a'], ['a.'], ['aB'], [' '], ['qxz '], ['\ud800'], ["a'"]])(
    '256 KB of %j takes linear time',
    async (unit) => {
      const begun = performance.now()
      await profile.embed([unit.repeat((1 << 18) / unit.length)], 'document')
      expect(performance.now() - begun).toBeLessThan(4_000)
    },
  )
})
