import type { EmbeddingProfile } from '@loci/embeddings'
import { type Moment, placedDrawers } from '@loci/palace-hierarchy'
import { type Db, rows, tables } from '@loci/store'
import { sql, type SQL } from 'drizzle-orm'
import { analyse, detectLanguage } from './analysis/analyse.ts'
import { type Features, milliseconds } from './features.ts'
import { splitPassages } from './passages/split-passages.ts'

const { drawers } = tables

// what one search analyses at most
const mostTexts = 500
const mostBytes = 4 * 1024 * 1024
const mostEmbedded = 256

export interface PastTexts {
  features: Features[]
  /** Where each passage stands in the text of then, by drawer and ordinal. */
  spans: Map<string, { start: number; end: number }>
  /** How many texts were not looked at. */
  left: number
}

/** What the second stage needs of texts that are in no index, because they were changed since. */
export async function readPastTexts(
  db: Db,
  profile: EmbeddingProfile | null,
  input: { moment: Moment; filters: SQL[]; terms: string[]; vector: Float32Array | null },
): Promise<PastTexts> {
  const conditions = sql.join([sql`true`, ...input.filters], sql` and `)
  const found = await rows<{ id: string; content: string | null; time: number; total: number }>(
    db,
    sql`with changed as (
        select live_drawers.id, live_drawers.updated_at, t.content, 
          ${milliseconds(sql`coalesce(live_drawers.authored_at, live_drawers.created_at)`)} as time
        from ${placedDrawers(input.moment)}
        where ${conditions} and not exists (select 1 from ${drawers} now where now.palace_id = live_drawers.palace_id
          and now.id = live_drawers.id and now.content_hash = live_drawers.content_hash)),
      measured as (
        select *, count(*) over ()::int as total,
          sum(octet_length(content)) over (order by updated_at desc, id) as bytes from changed)
      select id, total, time, content from measured where bytes <= ${mostBytes} order by updated_at desc, id limit ${mostTexts}`,
  )
  const spans: PastTexts['spans'] = new Map()
  const passages: (Features & { text: string })[] = []
  const wanted = new Set(input.terms)
  for (const { id, time, content } of found) {
    const text = content ?? ''
    const language = detectLanguage(text)
    for (const { ordinal, start, end } of splitPassages(text)) {
      spans.set(`${id}:${ordinal}`, { start, end })
      const passage = text.slice(start, end)
      passages.push({
        drawer_id: id,
        ordinal,
        similarity: null,
        place: null,
        time,
        text: passage,
        ...count(passage, language, wanted),
      })
    }
  }
  const features = await withSimilarity(profile, input.vector, passages)
  const total = found[0]?.total ?? 0
  return { features, spans, left: total - found.length }
}

function count(text: string, language: ReturnType<typeof detectLanguage>, wanted: ReadonlySet<string>) {
  const frequencies = new Map<string, number>()
  let length = 0
  for (const { term, kind } of analyse(text, { language })) {
    if (kind === 'word' || kind === 'part') length++
    if (wanted.has(term)) frequencies.set(term, (frequencies.get(term) ?? 0) + 1)
  }
  return { frequencies, length }
}

async function withSimilarity(
  profile: EmbeddingProfile | null,
  vector: Float32Array | null,
  passages: (Features & { text: string })[],
): Promise<Features[]> {
  const matching = (one: Features) => one.frequencies.size
  const chosen = passages.toSorted((x, y) => matching(y) - matching(x)).slice(0, mostEmbedded)
  const vectors =
    profile && vector
      ? await profile.embed(
          chosen.map(({ text }) => text),
          'document',
        )
      : []
  const similarities = new Map(chosen.map((one, index) => [one, vector ? cosine(vector, vectors[index]) : null]))
  return passages.map((one) => {
    const { text: _, ...features } = one
    return { ...features, similarity: similarities.get(one) ?? null }
  })
}

function cosine(a: Float32Array, b: Float32Array | null | undefined): number | null {
  if (!b) return null
  let [dot, left, right] = [0, 0, 0]
  for (const [index, x] of a.entries()) {
    const y = b[index] ?? 0
    dot += x * y
    left += x * x
    right += y * y
  }
  return left > 0 && right > 0 ? dot / Math.sqrt(left * right) : null
}
