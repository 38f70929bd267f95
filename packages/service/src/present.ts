import {
  type Drawer,
  type DrawerSummary,
  type Operations,
  PalaceError,
  type Parsed,
  type Room,
  type SearchHit,
  type Wing,
} from '@loci/contract'
import type { DrawerRow, DrawerSource, DrawerSummaryRow, PlacedRoom, WingCounts, WingRow } from '@loci/palace-hierarchy'
import type { Hit } from '@loci/search'

// rows as JSON, each entity in one place

// what Postgres and ISO 8601 both write
const firstInstant = Date.parse('0001-01-01T00:00:00Z')
const lastInstant = Date.parse('9999-12-31T23:59:59.999Z')

/** An instant of the contract as the domain takes it; `input.invalid` when its offset leads out of the years 1 to 9999. */
export function toDate(at: string): Date
export function toDate(at: string | undefined): Date | undefined
export function toDate(at: string | undefined): Date | undefined {
  if (at === undefined) return undefined
  const date = new Date(at)
  if (!(date.getTime() >= firstInstant && date.getTime() <= lastInstant))
    throw new PalaceError('input.invalid', `${at}: is not between the years 1 and 9999`)
  return date
}

const optionalInstant = (at: Date | null): string | null => at?.toISOString() ?? null

/** What lists and shows of a row, of today or of another time. */
type Shown<Row, Hidden extends string> = Omit<Row, 'palaceId' | 'deletedAt' | 'deletedIn' | Hidden>

export const toWing = (row: Shown<WingRow, 'nameKey'>, counts: WingCounts | undefined): Wing => ({
  id: row.id,
  name: row.name,
  description: row.description,
  revision: row.revision,
  rooms: counts?.rooms ?? 0,
  drawers: counts?.drawers ?? 0,
  created_at: row.createdAt.toISOString(),
  updated_at: row.updatedAt.toISOString(),
})

export const toRoom = (row: Shown<PlacedRoom, 'nameKey'>, drawers: number | undefined): Room => ({
  id: row.id,
  wing: row.wing,
  wing_id: row.wingId,
  name: row.name,
  description: row.description,
  revision: row.revision,
  drawers: drawers ?? 0,
  created_at: row.createdAt.toISOString(),
  updated_at: row.updatedAt.toISOString(),
})

const described = (row: Shown<DrawerRow, 'content' | 'contentHash'>, place: { wing: string; room: string }) => ({
  id: row.id,
  wing: place.wing,
  room: place.room,
  name: row.name,
  tags: row.tags,
  source: {
    uri: row.sourceUri,
    kind: row.sourceKind,
    document: row.sourceDocument,
    position: row.sourcePosition,
    author: row.author,
    authored_at: optionalInstant(row.authoredAt),
  },
  added_by: row.addedBy,
  filed_at: row.createdAt.toISOString(),
  updated_at: row.updatedAt.toISOString(),
  revision: row.revision,
  bytes: row.bytes,
})

export const toDrawer = (
  row: Omit<DrawerRow, 'palaceId' | 'deletedIn'>,
  place: { wing: string; room: string },
): Drawer => ({
  ...described(row, place),
  content: row.content,
  content_hash: row.contentHash,
  trashed: row.deletedAt !== null,
  deleted_at: optionalInstant(row.deletedAt),
})

export const toDrawerSummary = (row: Shown<DrawerSummaryRow, 'contentHash'>): DrawerSummary => ({
  ...described(row, row),
  preview: row.preview,
})

export const toSearchHit = (hit: Hit): SearchHit => ({
  drawer_id: hit.drawerId,
  name: hit.name,
  wing: hit.wing,
  room: hit.room,
  text: hit.text,
  span: { start: hit.start, end: hit.end },
  similarity: hit.similarity,
  score: hit.score,
  why: hit.why,
  source_file: hit.sourceUri,
  author: hit.author,
  tags: hit.tags,
  added_by: hit.addedBy,
  filed_at: hit.filedAt.toISOString(),
  authored_at: optionalInstant(hit.authoredAt),
})

/** Where a drawer came from, as it is given. */
export function toDrawerSource(source: Parsed<Operations['drawer.create']>['source']): DrawerSource | undefined {
  if (source === undefined) return undefined
  const { authored_at, ...rest } = source
  return { ...rest, authoredAt: authored_at == null ? null : toDate(authored_at) }
}
