import type { Entity } from '@loci/contract'
import { styled } from './terminal.ts'
import type { Cells } from './table.ts'

// rows of tools say no more than that they are objects
type Row = Record<string, unknown>

const marks: Readonly<Record<string, string>> = { ended: styled('dim', 'ended'), upcoming: styled('cyan', 'upcoming') }
const place = (end: unknown): string => {
  const { wing, room } = end as Row
  return `${String(wing)}/${String(room)}`
}

export const factColumns: Cells<Row> = [
  { title: 'subject', cell: ({ subject }) => subject },
  { title: 'predicate', cell: ({ predicate }) => predicate },
  { title: 'object', cell: ({ object }) => object },
  { title: 'from', cell: ({ valid_from }) => valid_from, least: 10 },
  { title: 'to', cell: ({ valid_to }) => valid_to, least: 10 },
  { title: 'now', cell: ({ standing }) => marks[String(standing)] ?? '' },
]
export const entityColumns: Cells<Entity> = [
  { title: 'entity', cell: ({ name }) => name, least: 16 },
  { title: 'type', cell: ({ type }) => type },
  { title: 'facts', cell: ({ facts }) => facts, right: true },
  { title: 'aliases', cell: ({ aliases }) => aliases },
]
export const tunnelColumns: Cells<Row> = [
  { title: 'tunnel', cell: ({ id }) => id, least: 36 },
  { title: 'from', cell: ({ source }) => place(source) },
  { title: 'to', cell: ({ target }) => place(target) },
  { title: 'label', cell: ({ label }) => label },
]
export const farColumns: Cells<Row> = [
  { title: 'leads to', cell: (row) => place(row), least: 16 },
  { title: 'label', cell: ({ label }) => label },
  { title: 'holds', cell: ({ previews }) => previews },
]
export const reachedColumns: Cells<Row> = [
  { title: 'hop', cell: ({ hop }) => hop, right: true },
  { title: 'room', cell: ({ wings, room }) => `${String((wings as unknown[])[0])}/${String(room)}`, least: 16 },
  { title: 'drawers', cell: ({ count }) => count, right: true },
  { title: 'by', cell: ({ connected_via }) => connected_via, least: 16 },
]
export const bridgeColumns: Cells<Row> = [
  { title: 'room', cell: ({ room }) => room, least: 16 },
  { title: 'wings', cell: ({ wings }) => wings, least: 16 },
  { title: 'tunnels', cell: ({ tunnels }) => tunnels, right: true },
  { title: 'drawers', cell: ({ count }) => count, right: true },
]
export const hallwayColumns: Cells<Row> = [
  { title: 'hallway', cell: ({ id }) => id, least: 36 },
  { title: 'wing', cell: ({ wing }) => wing },
  { title: 'between', cell: ({ entity_a, entity_b }) => `${String(entity_a)} and ${String(entity_b)}`, least: 16 },
  { title: 'drawers', cell: ({ co_occurrence_count }) => co_occurrence_count, right: true },
]
