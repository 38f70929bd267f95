import { lstat } from 'node:fs/promises'
import { join } from 'node:path'
import {
  defaultWing,
  documentsOfKnownFile,
  type FiledBatch,
  fileDocuments,
  type FoundSecret,
  type MinedDocument,
  mineModes,
  type MineOptions,
  type MinePosition,
  openRoot,
  rememberFiles,
  unchangedDocuments,
} from '@loci/mining'
import { toName } from '@loci/palace-hierarchy'
import { makeReady } from '@loci/search'
import { describeFiled } from '../summaries.ts'
import type { JobDefinition } from './definition.ts'
import { allowRoot } from './mine-roots.ts'

const mostErrors = 100

/** Files a folder tree of the server's; goes on after the last batch that it filed. */
export const mine: JobDefinition<'mine'> = {
  async admit({ config, isLocal }, payload) {
    const root = await openRoot(payload.source)
    allowRoot(root, { mineRoots: config.mineRoots, isLocal })
    if (payload.room !== undefined) toName('room', payload.room)
    return { ...payload, source: root, wing: toName('wing', payload.wing ?? defaultWing(root)) }
  },

  writesPalace: ({ dry_run }) => !dry_run,

  async run(
    { job, payload, resumePoint, signal, checkpoint, progress, shouldStop, stopHere },
    { store, config, profile, write },
  ) {
    const { palaceId } = job
    const { kind, mine: mineFolder } = mineModes[payload.mode]
    const wing = payload.wing ?? defaultWing(payload.source)
    const errors: FiledBatch['errors'] = []
    const secretsFound: FoundSecret[] = []
    let pending = 0
    const options: MineOptions = {
      root: await openRoot(payload.source),
      maxBytes: config.maxDrawerBytes,
      // what this handler stored as its resume point
      from: (resumePoint as MinePosition | null) ?? undefined,
      limit: payload.limit,
      secrets: config.secrets,
      onSecrets: (found) => secretsFound.push(...found.slice(0, mostErrors - secretsFound.length)),
      signal,
      onErrors: (found) => errors.push(...found.slice(0, mostErrors - errors.length)),
      onProgress: async (position) => {
        await progress(...progressOf(position))
        if (shouldStop() !== undefined) stopHere()
      },
      target: {
        unchanged: (documents) => store.read((db) => unchangedDocuments(db, { palaceId, wing, kind, documents })),
        known: (file) => store.read((db) => documentsOfKnownFile(db, { palaceId, wing, kind, ...file })),
        remember: (files) =>
          payload.dry_run
            ? Promise.resolve()
            : store.transaction((tx) => rememberFiles(tx, { palaceId, wing, kind, files })),
        prepare: (documents) =>
          profile === null || payload.dry_run ? Promise.resolve() : makeReady(documents.map(contentOf), profile),
        file: (documents, resumeAfter) => {
          if (payload.dry_run) {
            pending += documents.length
            return Promise.resolve({ added: 0, updated: 0, unchanged: 0, errors: [] })
          }
          return write(async ({ db, change }) => {
            const filed = await fileDocuments(db, change, {
              wing,
              kind,
              room: payload.room,
              documents,
              addedBy: payload.added_by ?? job.createdBy,
              maxBytes: config.maxDrawerBytes,
              ...(kind === 'file' && { isGone: (path) => leadsNowhere(join(options.root, path)) }),
            })
            change.summary = describeFiled(filed, wing)
            const position = resumeAfter(filed)
            await checkpoint(db, { ...position })
            return filed
          })
        },
      },
    }
    const { counts } = await mineFolder({ ...options, extract: payload.extract })
    return { wing, ...counts, ...(payload.dry_run && { pending }), errors, secrets_found: secretsFound }
  },
}

/** Whether nothing is at a path; what cannot be looked at may be there. */
const leadsNowhere = (path: string): Promise<boolean> =>
  lstat(path).then(
    () => false,
    (error: unknown) => error instanceof Error && 'code' in error && error.code === 'ENOENT',
  )

const contentOf = ({ content }: MinedDocument) => content

function progressOf({ counts: { added, updated, unchanged, failed } }: MinePosition): [number, null, string] {
  return [added + updated + unchanged + failed, null, `${added} added, ${updated} updated, ${unchanged} unchanged`]
}
