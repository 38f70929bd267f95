import type { Output, Operations, SearchHit } from '@loci/contract'
import { neutralise, oneLine } from './neutralise.ts'
import { styled } from './terminal.ts'
import { inWords, when } from './values.ts'
import { wrap } from './width.ts'

type Shown = Output<Operations['drawer.show']>
type Found = Output<Operations['drawer.search']>

/** `work/project-x/context`, or the id where there is no name. */
const addressOf = (drawer: { wing: string; room: string; name: string | null }, id: string): string =>
  oneLine(`${drawer.wing}/${drawer.room}/${drawer.name ?? id}`)

/** A heading, and the memory below it. */
export function renderDrawer(drawer: Shown): string {
  const { id, revision, filed_at, added_by, tags, source, trashed, deleted_at } = drawer
  const facts = [
    `${id}, revision ${revision}, filed ${when(filed_at)} by ${oneLine(added_by)}`,
    ...(tags.length > 0 ? [`tags: ${inWords(tags)}`] : []),
    ...(inWords(source) === '' ? [] : [`source: ${inWords(source)}`]),
    ...(trashed ? [`in the trash since ${when(deleted_at)}`] : []),
  ]
  const heading = [styled('bold', addressOf(drawer, id)), ...facts.map((fact) => styled('dim', fact))]
  return [...heading, '', neutralise(drawer.content).replace(/\n$/, '')].join('\n')
}

/** Passages, best first, with where they stand. */
export function renderHits({ results, notes = [] }: Found, width: number): string {
  const hits = results.map((hit, at) => renderHit(hit, at + 1, width))
  const remarks = notes.map((note) => styled('dim', oneLine(note)))
  return [...(hits.length > 0 ? hits : ['nothing found']), ...remarks].join('\n\n')
}

function renderHit(hit: SearchHit, rank: number, width: number): string {
  const indent = ' '.repeat(String(rank).length + 2)
  const address = styled('bold', addressOf(hit, hit.drawer_id))
  const heading = `${rank}. ${hit.score.toFixed(3)}  ${address}  ${styled('dim', when(hit.authored_at ?? hit.filed_at))}`
  const text = wrap(neutralise(hit.text).trim(), width - indent.length).map((line) => `${indent}${line}`.trimEnd())
  return [heading, ...text].join('\n')
}
