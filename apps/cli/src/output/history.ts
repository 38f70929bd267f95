import type { Change, EntityDiff, Operations, Output } from '@loci/contract'
import { neutralise, oneLine } from './neutralise.ts'
import { styled } from './terminal.ts'
import { count, inWords, when } from './values.ts'

/** A change on one line, as it is followed. */
export function changeLine(item: object): string {
  // what a stream gives is a change
  const { at, actor, kind, entity, summary } = item as Change
  return [
    styled('dim', when(at)),
    actor,
    styled('cyan', kind),
    oneLine(entity.address ?? entity.id),
    oneLine(summary),
  ].join('  ')
}

/** What differs: red for what goes, green for what comes. */
export function renderDiff({ entity, before, after, text }: EntityDiff): string {
  const fields = Object.keys({ ...before, ...after }).flatMap((field) => [
    styled('red', `- ${field}: ${inWords(before?.[field])}`),
    styled('green', `+ ${field}: ${inWords(after?.[field])}`),
  ])
  const lines = [styled('bold', oneLine(entity.address ?? entity.id)), ...fields]
  if (text?.too_large) return [...lines, 'the texts are too large or too different to compare'].join('\n')
  for (const hunk of text?.hunks ?? []) {
    lines.push(styled('cyan', `@@ line ${hunk.from_line} -> ${hunk.to_line} @@`))
    lines.push(...hunk.lines.map(colouredLine))
  }
  if (text?.parts) lines.push(text.parts.map(colouredPart).join(''))
  if (lines.length === 1) lines.push('nothing differs')
  return lines.join('\n')
}

function colouredLine(line: string): string {
  const shown = neutralise(line)
  return line.startsWith('-') ? styled('red', shown) : line.startsWith('+') ? styled('green', shown) : shown
}

type Part = NonNullable<NonNullable<EntityDiff['text']>['parts']>[number]

function colouredPart({ op, text, length }: Part): string {
  if (op === 'skipped') return styled('dim', ` … ${length} characters … `)
  const shown = neutralise(text)
  // marks stay where no colour is shown
  if (op === 'removed') return styled('red', `[-${shown}-]`)
  return op === 'added' ? styled('green', `{+${shown}+}`) : shown
}

export function renderUndone(output: Output<Operations['change.undo']>): string {
  const { dry_run, undone, undone_count, skipped, skipped_count, diff, change_set } = output
  const lines = [`${dry_run ? 'would undo' : 'undid'} ${count(undone_count, 'thing')}`]
  for (const { address, id, kinds } of undone) lines.push(`  ${kinds.join(', ')}  ${oneLine(address ?? id)}`)
  if (skipped_count > 0) lines.push(`left alone ${count(skipped_count, 'thing')} (--force to undo them too)`)
  for (const { entity, reason } of skipped) lines.push(`  ${oneLine(entity.address ?? entity.id)}: ${oneLine(reason)}`)
  if (change_set !== null) lines.push(`change set ${change_set}`)
  return [...lines, ...(diff ?? []).flatMap((one) => ['', renderDiff(one)])].join('\n')
}

export function renderReverted(output: Output<Operations['revision.revert']>): string {
  const { dry_run, updated_fields, revision, diff, change_set } = output
  if (updated_fields.length === 0) return 'it is like that already'
  const head = dry_run ? `would change ${updated_fields.join(', ')}` : `revision ${revision} (change set ${change_set})`
  return [head, '', renderDiff(diff)].join('\n')
}

export function renderRestored({
  wings,
  rooms,
  drawers,
  dry_run,
  change_set,
}: Output<Operations['trash.restore']>): string {
  const counts = [wings > 0 && count(wings, 'wing'), rooms > 0 && count(rooms, 'room'), count(drawers, 'drawer')]
  const what = counts.filter(Boolean).join(', ')
  return dry_run ? `would restore ${what}` : `restored ${what} (change set ${change_set})`
}

export function renderPurged({ purged, receipt, more, dry_run }: Output<Operations['trash.purge']>): string {
  const { wings, rooms, drawers } = purged
  const what = [count(wings, 'wing'), count(rooms, 'room'), count(drawers, 'drawer')].join(', ')
  if (dry_run) return `would erase ${what}${more ? ', and more' : ''}`
  return [
    `erased ${what}`,
    ...(receipt === null ? [] : [`receipt ${receipt}`]),
    ...(more ? ['there is more: run it again'] : []),
  ].join('\n')
}

export function renderVerified({
  intact,
  checked,
  unsealed,
  head,
  broken,
}: Output<Operations['change.verify']>): string {
  const open = unsealed > 0 ? `, ${unsealed} not linked yet` : ''
  if (intact) return `${styled('green', 'intact')}: ${count(checked, 'link')}${open}\nhead ${head}`
  const where = broken?.number == null ? '' : ` at ${broken.number}`
  return `${styled('red', 'broken')}${where}: ${broken?.reason} (change set ${broken?.change_set})\nhead ${head}`
}
