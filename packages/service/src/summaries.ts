import type { FiledBatch } from '@loci/mining'
import type { Restored, Trashed } from '@loci/palace-hierarchy'

const plural = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`

/** What a delete took, or what came back of it, for the line in the history. */
export function describeTrashed({ rooms, drawers, ...things }: Trashed & Partial<Restored>): string {
  const counted = [
    [rooms, 'room', 'rooms'],
    [drawers, 'drawer', 'drawers'],
    [things.tunnels ?? 0, 'tunnel', 'tunnels'],
    [things.entities ?? 0, 'entity', 'entities'],
    [things.facts ?? 0, 'fact', 'facts'],
  ] as const
  const told = counted.filter(([count]) => count > 0)
  return told.length === 0
    ? '0 drawers'
    : told.map(([count, one, many]) => `${count} ${count === 1 ? one : many}`).join(', ')
}

/** What a batch of documents did, for the line in the history. */
export const describeFiled = ({ added, updated }: FiledBatch, wing: string): string =>
  `mine into ${wing}: ${plural(added, 'new document')}, ${updated} changed`

/** What mining came to, in words. */
export function describeMined(status: string, result: Record<string, unknown> | null): string {
  if (status !== 'completed' || result === null) return `The job is ${status}.`
  const count = (name: string) => Number(result[name] ?? 0)
  const skipped = Object.values((result['skipped'] ?? {}) as Record<string, number>).reduce((sum, n) => sum + n, 0)
  const filed =
    'pending' in result ? `${count('pending')} to file` : `${count('added')} added, ${count('updated')} updated`
  return `wing ${String(result['wing'])}: ${filed}, ${count('unchanged')} unchanged, ${skipped} skipped, ${count('failed')} failed`
}
