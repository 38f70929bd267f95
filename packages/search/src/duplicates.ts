import type { EmbeddingProfile } from '@loci/embeddings'
import { contentHash } from '@loci/palace-hierarchy'
import { array, type Db, rows, tables } from '@loci/store'
import { sql } from 'drizzle-orm'
import { toVectorText } from './follow.ts'

const { liveDrawers, liveRooms, liveWings, passages, passageVectors } = tables

/** A drawer that holds a text already, or one like it. */
export interface Duplicate {
  id: string
  wing: string
  room: string
  /** 1 when it is the same text, otherwise the cosine of the two. */
  similarity: number
}

export interface DuplicateInput {
  palaceId: string
  content: string
  /** The least similarity that counts; without it only the same text does. */
  threshold?: number | undefined
  /** Only in this room, by names; everywhere when not given. */
  place?: { wing: string; room: string } | undefined
}

const depth = 40

/**
 * The live drawers that hold a text already, but for white space at its ends and Unicode forms, or a passage that is as
 * similar to it, most similar first. What tells two texts of the same words apart, such as a number or an identifier,
 * has to be in both.
 */
export async function findDuplicates(
  db: Db,
  profile: EmbeddingProfile | null,
  input: DuplicateInput,
): Promise<Duplicate[]> {
  const same = await sameTexts(db, input)
  if (input.threshold === undefined || profile === null) return same
  const known = new Set(same.map(({ id }) => id))
  const similar = await similarTexts(db, profile, { ...input, threshold: input.threshold })
  return [...same, ...similar.filter(({ id }) => !known.has(id))]
}

/** How much two texts have in common: the same but for form, a large part of one in the other, or like in meaning. */
type Likeness = 'exact' | 'contained' | 'similar'

export interface LikeDrawer extends Duplicate {
  grade: Likeness
  /** How the drawer begins. */
  content: string
}

// what is less like it is not compared word for word
const leastForContainment = 0.5
const largePart = 0.8

/** The live drawers that hold a text, a large part of it, or one like it, most alike first; ten at most. */
export async function findLikeDrawers(
  db: Db,
  profile: EmbeddingProfile | null,
  { threshold, ...input }: DuplicateInput & { threshold: number },
): Promise<LikeDrawer[]> {
  const least = Math.min(threshold, leastForContainment)
  const found = await findDuplicates(db, profile, { ...input, threshold: least })
  const contents = await contentsOf(
    db,
    input.palaceId,
    found.map(({ id }) => id),
  )
  const graded = found.flatMap((duplicate): LikeDrawer[] => {
    const content = contents.get(duplicate.id) ?? ''
    const grade = gradeOf(input.content, content, duplicate.similarity >= threshold)
    return grade === undefined ? [] : [{ ...duplicate, grade, content: content.slice(0, 300) }]
  })
  const order: Likeness[] = ['exact', 'contained', 'similar']
  return graded.toSorted((a, b) => order.indexOf(a.grade) - order.indexOf(b.grade)).slice(0, 10)
}

async function contentsOf(db: Db, palaceId: string, ids: string[]): Promise<Map<string, string>> {
  const found = await rows<{ id: string; content: string }>(
    db,
    sql`select id, content from ${liveDrawers} where palace_id = ${palaceId} and id = any(${array(ids, 'uuid')})`,
  )
  return new Map(found.map(({ id, content }) => [id, content]))
}

function gradeOf(text: string, other: string, isSimilar: boolean): Likeness | undefined {
  if (text.trim().normalize('NFC') === other.trim().normalize('NFC')) return 'exact'
  const [own, theirs] = [runsOf(text), runsOf(other)]
  const [smaller, larger] = own.size <= theirs.size ? [own, theirs] : [theirs, own]
  const shared = [...smaller].filter((run) => larger.has(run)).length
  if (smaller.size > 0 && shared / smaller.size >= largePart) return 'contained'
  return isSimilar ? 'similar' : undefined
}

/** All runs of five words, as they follow on each other. */
function runsOf(text: string): Set<string> {
  const words =
    text
      .toLowerCase()
      .normalize('NFKC')
      .match(/[\p{L}\p{N}]+/gu) ?? []
  return new Set(words.slice(4).map((_, at) => words.slice(at, at + 5).join(' ')))
}

const placed = sql`${liveDrawers} d
  join ${liveRooms} r on r.palace_id = d.palace_id and r.id = d.room_id
  join ${liveWings} w on w.palace_id = r.palace_id and w.id = r.wing_id`

const inPlace = ({ place }: DuplicateInput) =>
  place === undefined ? sql`` : sql`and w.name = ${place.wing} and r.name = ${place.room}`

function sameTexts(db: Db, input: DuplicateInput): Promise<Duplicate[]> {
  return rows(
    db,
    sql`select d.id, w.name as wing, r.name as room, 1::float8 as similarity from ${placed}
      where d.palace_id = ${input.palaceId} and d.content_hash = any(${array(hashesOf(input.content), 'text')})
        ${inPlace(input)}
      order by d.id limit ${depth}`,
  )
}

/** The texts that differ in no more than form, as far as an index of whole texts can tell. */
function hashesOf(content: string): string[] {
  const bare = content.trim()
  const forms = [content, bare, `${bare}\n`].flatMap((text) => [text, text.normalize('NFC'), text.normalize('NFD')])
  return [...new Set(forms)].map(contentHash)
}

async function similarTexts(
  db: Db,
  profile: EmbeddingProfile,
  input: DuplicateInput & { threshold: number },
): Promise<Duplicate[]> {
  const [vector = null] = await profile.embed([input.content], 'document')
  if (vector === null) return []
  const distance = sql`(v.embedding <=> ${toVectorText(vector)}::vector)`
  const found = await rows<Duplicate & { text: string }>(
    db,
    sql`select d.id, w.name as wing, r.name as room, 1 - nearest.distance as similarity,
        substring(d.content from p.char_start + 1 for p.char_length) as text
      from (
        select v.drawer_id, v.ordinal, ${distance} as distance from ${passageVectors} v
        join ${liveDrawers} l on l.palace_id = v.palace_id and l.id = v.drawer_id
        where v.palace_id = ${input.palaceId} and v.profile = ${profile.name}
        order by distance limit ${depth}) nearest
      join ${passages} p on p.palace_id = ${input.palaceId} and p.drawer_id = nearest.drawer_id
        and p.ordinal = nearest.ordinal
      join ${liveDrawers} d on d.palace_id = p.palace_id and d.id = p.drawer_id
      join ${liveRooms} r on r.palace_id = d.palace_id and r.id = d.room_id
      join ${liveWings} w on w.palace_id = r.palace_id and w.id = r.wing_id
      where 1 - nearest.distance >= ${input.threshold} ${inPlace(input)}
      order by similarity desc, d.id`,
  )
  const marks = marksOf(input.content)
  const best = new Map<string, Duplicate>()
  for (const { text, ...duplicate } of found) {
    const there = marksOf(text)
    if (best.has(duplicate.id) || [...marks].some((mark) => !there.has(mark))) continue
    best.set(duplicate.id, { ...duplicate, similarity: Math.min(1, Math.round(duplicate.similarity * 1000) / 1000) })
  }
  return [...best.values()]
}

/** Words with a digit in them: vectors of words know them badly, and facts differ by them. */
const marksOf = (text: string): Set<string> =>
  new Set(text.toLowerCase().match(/[\p{L}\p{N}_.-]*\p{N}[\p{L}\p{N}_-]*/gu) ?? [])
