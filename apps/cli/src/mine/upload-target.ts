import { type Caller, type ErrorCode, isPalaceError } from '@loci/contract'
import type { DocumentKind, FiledBatch, MinedDocument, MineTarget } from '@loci/mining'
import { retrying } from './retry.ts'

export interface UploadOptions {
  call: Caller
  wing: string
  room?: string | undefined
  kind?: DocumentKind | undefined
  addedBy?: string | undefined
  /** Ends the waiting between tries. */
  signal?: AbortSignal | undefined
  /** Milliseconds to wait before each further try. */
  delays?: readonly number[] | undefined
}

/** Where mined documents go, through the operations that every client has: a server and a palace at hand alike. */
export function uploadTarget(options: UploadOptions): MineTarget {
  return {
    async unchanged(documents) {
      const ask = () => options.call('document.compare', { wing: options.wing, kind: options.kind, documents })
      return new Set((await retrying(ask, options)).unchanged)
    },
    file: (documents) => fileBatch(documents, options),
  }
}

async function fileBatch(batch: MinedDocument[], options: UploadOptions): Promise<FiledBatch> {
  const { call, wing, room, kind, addedBy: added_by } = options
  const documents = batch.map(toUpload)
  try {
    return await retrying(() => call('document.file', { wing, room, kind, added_by, documents }), options)
  } catch (error) {
    if (!isPalaceError(error) || !ofTheDocuments.has(error.code)) throw error
    const [first] = batch
    if (batch.length === 1 && first) {
      return { ...nothing, errors: [{ path: first.path, code: error.code, message: error.message }] }
    }
    // one document spoils its batch, or together they are too large: halves find it
    const half = Math.ceil(batch.length / 2)
    const left = await fileBatch(batch.slice(0, half), options)
    return sum(left, await fileBatch(batch.slice(half), options))
  }
}

// where the file is on this machine is none of the server's concern
const toUpload = ({ uri: _, authoredAt, ...document }: MinedDocument) => ({
  ...document,
  ...(authoredAt && { authored_at: authoredAt.toISOString() }),
})

const ofTheDocuments: ReadonlySet<ErrorCode> = new Set(['input.invalid', 'input.too_large'])

/** What a batch comes to of which nothing was filed. */
export const nothing: FiledBatch = { added: 0, updated: 0, unchanged: 0, errors: [] }

const sum = (a: FiledBatch, b: FiledBatch): FiledBatch => ({
  added: a.added + b.added,
  updated: a.updated + b.updated,
  unchanged: a.unchanged + b.unchanged,
  errors: [...a.errors, ...b.errors],
})
