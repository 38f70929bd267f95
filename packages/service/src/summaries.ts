import type { FiledBatch } from '@loci/mining'
import type { Trashed } from '@loci/palace-hierarchy'

const plural = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`

/** What a delete took, for the line in the history. */
export const describeTrashed = ({ rooms, drawers }: Trashed): string =>
  [...(rooms > 0 ? [plural(rooms, 'room')] : []), plural(drawers, 'drawer')].join(', ')

/** What a batch of documents did, for the line in the history. */
export const describeFiled = ({ added, updated }: FiledBatch, wing: string): string =>
  `mine into ${wing}: ${plural(added, 'new document')}, ${updated} changed`
