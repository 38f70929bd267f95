import type {
  Change,
  DrawerSummary,
  Job,
  OperationName,
  Operations,
  Output,
  Room,
  TrashItem,
  Wing,
} from '@loci/contract'
import { renderDrawer, renderHits } from './drawer.ts'
import { renderDiff, renderPurged, renderRestored, renderReverted, renderUndone, renderVerified } from './history.ts'
import {
  bridgeColumns,
  entityColumns,
  factColumns,
  farColumns,
  hallwayColumns,
  reachedColumns,
  tunnelColumns,
} from './graph.ts'
import { renderCheckpoint, renderDiary, renderJob } from './jobs.ts'
import { renderRecord } from './record.ts'
import { type Cells, renderTable } from './table.ts'
import { count, inWords, when } from './values.ts'

type Views = { [K in OperationName]?: (output: Output<Operations[K]>, width: number) => string }

// how people see an output; what has no view of its own is shown by its shape
const views: Views = {
  // the two long texts are for agents
  'palace.status': ({ protocol: _protocol, aaak_dialect: _dialect, ...status }, width) => renderRecord(status, width),
  'wing.list': ({ items }, width) => list('wings', items, wingColumns, width),
  'room.list': ({ items }, width) => list('rooms', items, roomColumns, width),
  'drawer.list': ({ items }, width) => list('drawers', items, drawerColumns, width),
  'job.list': ({ items }, width) => list('jobs', items, jobColumns, width),
  'job.show': renderJob,
  'job.wait': renderJob,
  'checkpoint.save': renderCheckpoint,
  'diary.read': renderDiary,
  'wing.create': (wing, width) => created('wing', wing, width),
  'room.create': (room, width) => created('room', room, width),
  'wing.delete': gone,
  'room.delete': gone,
  'drawer.delete': gone,
  'drawer.show': renderDrawer,
  'drawer.get': renderDrawer,
  'drawer.create': (drawer, width) => created('drawer', withoutContent(drawer), width),
  'drawer.update': (drawer, width) => renderRecord(withoutContent(drawer), width),
  'drawer.search': renderHits,
  'change.list': ({ items }, width) => list('changes', items, changeColumns, width),
  'change.undo': renderUndone,
  'change.undo_session': renderUndone,
  'change.verify': renderVerified,
  'revision.list': ({ items }, width) => list('revisions', items, revisionColumns, width),
  'revision.diff': renderDiff,
  'revision.revert': renderReverted,
  'fact.query': ({ entity, facts }, width) => `${inWords(entity)}\n${list('facts', facts, factColumns, width)}`,
  'fact.timeline': ({ timeline }, width) => list('facts', timeline, factColumns, width),
  'entity.list': ({ items }, width) => list('entities', items, entityColumns, width),
  'tunnel.list': ({ tunnels }, width) => list('tunnels', tunnels, tunnelColumns, width),
  'tunnel.follow': ({ rooms }, width) => list('tunnels', rooms, farColumns, width),
  'graph.traverse': ({ rooms }, width) => list('rooms', rooms, reachedColumns, width),
  'graph.bridges': ({ rooms }, width) => list('bridges', rooms, bridgeColumns, width),
  'hallway.list': ({ hallways }, width) => list('hallways', hallways, hallwayColumns, width),
  'trash.list': ({ items }, width) => list('trash', items, trashColumns, width),
  'trash.restore': renderRestored,
  'trash.purge': renderPurged,
}

/** An output in its view. */
export function render(name: OperationName, output: object, width: number): string {
  const view = viewOf(name)
  return view ? view(output, width) : renderRecord(output, width)
}

/** The output is the operation's own, which is known at run time only. */
const viewOf = (name: OperationName) => views[name] as ((output: object, width: number) => string) | undefined

const wingColumns: Cells<Wing> = [
  { title: 'wing', cell: ({ name }) => name, least: 16 },
  { title: 'rooms', cell: ({ rooms }) => rooms, right: true },
  { title: 'drawers', cell: ({ drawers }) => drawers, right: true },
  { title: 'changed', cell: ({ updated_at }) => when(updated_at), least: 16 },
  { title: 'description', cell: ({ description }) => description },
]
const roomColumns: Cells<Room> = [
  { title: 'room', cell: ({ name }) => name, least: 16 },
  { title: 'drawers', cell: ({ drawers }) => drawers, right: true },
  { title: 'changed', cell: ({ updated_at }) => when(updated_at), least: 16 },
  { title: 'description', cell: ({ description }) => description },
]
// an id is cut by no table, for it is what a person copies
const drawerColumns: Cells<DrawerSummary> = [
  { title: 'drawer', cell: ({ name, id }) => name ?? id, least: 36 },
  { title: 'filed', cell: ({ filed_at }) => when(filed_at), least: 16 },
  { title: 'bytes', cell: ({ bytes }) => bytes, right: true },
  { title: 'preview', cell: ({ preview }) => preview },
]
const jobColumns: Cells<Job> = [
  { title: 'job', cell: ({ id }) => id, least: 36 },
  { title: 'kind', cell: ({ kind }) => kind },
  { title: 'status', cell: ({ status }) => status, least: 9 },
  { title: 'progress', cell: ({ progress }) => [progress.current, progress.total].filter((n) => n !== null).join('/') },
  { title: 'created', cell: ({ created_at }) => when(created_at), least: 16 },
]

const changeColumns: Cells<Change> = [
  { title: 'at', cell: ({ at }) => when(at), least: 16 },
  { title: 'by', cell: ({ actor }) => actor },
  { title: 'kind', cell: ({ kind }) => kind, least: 7 },
  { title: 'what', cell: ({ entity }) => entity.address ?? entity.id, least: 16 },
  { title: 'change set', cell: ({ change_set }) => change_set, least: 36 },
]
const revisionColumns: Cells<Output<Operations['revision.list']>['items'][number]> = [
  { title: 'revision', cell: ({ number }) => number, right: true },
  { title: 'kind', cell: ({ kind }) => kind, least: 7 },
  { title: 'at', cell: ({ at }) => when(at), least: 16 },
  { title: 'by', cell: ({ actor, channel }) => `${actor} (${channel})` },
  { title: 'change set', cell: ({ change_set }) => change_set, least: 36 },
]
const trashColumns: Cells<TrashItem> = [
  { title: 'id', cell: ({ id }) => id, least: 36 },
  { title: 'what', cell: ({ type }) => type, least: 6 },
  { title: 'was', cell: ({ address }) => address, least: 16 },
  { title: 'deleted', cell: ({ deleted_at }) => when(deleted_at), least: 16 },
  { title: 'by', cell: ({ deleted_by }) => deleted_by },
  { title: 'drawers', cell: ({ drawers }) => drawers || '', right: true },
]

function list<T>(noun: string, items: readonly T[], columns: Cells<T>, width: number): string {
  if (items.length === 0) return `no ${noun}`
  const rows = items.map((item) => columns.map(({ cell }) => inWords(cell(item))))
  const filled = columns.filter((_, at) => rows.some((row) => row[at] !== ''))
  const kept = rows.map((row) => row.filter((_, at) => filled.includes(columns[at] as (typeof columns)[number])))
  return renderTable(filled, kept, width)
}

// who files or edits a text knows it
const withoutContent = <T extends { content: string }>(drawer: T) => ({ ...drawer, content: '' })

function created(noun: string, made: { created: boolean; near?: string | undefined }, width: number): string {
  const { created: isNew, near, ...rest } = made
  const lines = [isNew ? `created the ${noun}` : `the ${noun} was there already`]
  if (near !== undefined) lines.push(`its name is near that of ${inWords(near)}`)
  return [...lines, '', renderRecord(rest, width)].join('\n')
}

function gone({ wings, rooms, drawers, change_set }: Output<Operations['wing.delete']>): string {
  const counts = [wings > 0 && count(wings, 'wing'), rooms > 0 && count(rooms, 'room'), count(drawers, 'drawer')]
  return `moved to the trash: ${counts.filter(Boolean).join(', ')} (change set ${change_set})`
}
