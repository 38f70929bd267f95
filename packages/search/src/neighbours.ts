import { array, type Db, isOneOfTexts, preparedRows, rows, tables } from '@loci/store'
import { sql } from 'drizzle-orm'
import { conditions, placed, type Scope } from './candidates.ts'
import { type Features, type Place, type Question, readFeatures } from './features.ts'

const { liveDrawers } = tables

// what a passage takes over of the score of one next to it in its document, and of one further on
const shares = [0.8, 0.4]

// as the column has it
const lastPosition = 2_147_483_647

const key = ({ room_id, document, position }: Place) => `${room_id} ${position} ${document}`

/** The places around one, the nearest first, each with its share. */
function around(place: Place): { place: Place; share: number }[] {
  return shares
    .flatMap((share, index) => [-index - 1, index + 1].map((by) => ({ share, place: at(place, place.position + by) })))
    .filter(({ place: { position } }) => position >= 0 && position <= lastPosition)
}

const at = (place: Place, position: number): Place => ({ ...place, position })

/**
 * The score of each passage with what those around it lend: an answer seldom repeats the words of its question. What a
 * passage has by itself comes first, the best around it fills up what is missing to 1.
 */
export function lend<T extends { score: number; place: Place | null }>(passages: T[]): T[] {
  const scores = new Map(passages.flatMap(({ place, score }) => (place ? [[key(place), score]] : [])))
  return passages.map((passage) => {
    if (passage.place === null) return passage
    const lent = around(passage.place).map(({ place, share }) => share * (scores.get(key(place)) ?? 0))
    return { ...passage, score: passage.score + (1 - passage.score) * Math.max(...lent) }
  })
}

/** What stands around these passages in their documents and in the scope, as far as it is not among the candidates. */
export async function readNeighbours(
  db: Db,
  scope: Scope,
  question: Question,
  { of, candidates }: { of: { place: Place | null }[]; candidates: Features[] },
): Promise<Features[]> {
  const known = new Set(candidates.flatMap(({ place }) => (place ? [key(place)] : [])))
  const wanted = of
    .flatMap(({ place }) => (place ? around(place) : []))
    .flatMap(({ place }) => (known.has(key(place)) ? [] : [place]))
  if (wanted.length === 0) return []
  const documents = wanted.map(({ document }) => document)
  const rooms = array(
    wanted.map((place) => place.room_id),
    'uuid',
  )
  const positions = array(
    wanted.map(({ position }) => position),
    'integer',
  )
  return readFeatures(
    db,
    scope.palaceId,
    question,
    sql`select live_drawers.id as drawer_id, 0 as ordinal, ${placed}
      from ${liveDrawers}
      where live_drawers.palace_id = ${scope.palaceId} and ${isOneOfTexts(sql`live_drawers.source_document`, documents)}
        and live_drawers.source_position = any(${positions})
        and (live_drawers.room_id, live_drawers.source_document, live_drawers.source_position) in (
          select * from unnest(${rooms}, ${array(documents, 'text')}, ${positions}))
        and ${conditions(scope)}`,
    scope.filters.length === 0 ? preparedRows : rows,
  )
}
