import { resolve } from 'node:path'
import { PalaceError, type SyncCounts } from '@loci/contract'
import { type JudgedRoot, judgeSources, type SourceState } from '@loci/mining'
import { deleteDrawers, filedSources, getWing } from '@loci/palace-hierarchy'
import type { JobDefinition } from './definition.ts'
import { mayMine } from './mine-roots.ts'

/** Which of a root's drawers would go. */
const goes: SourceState[] = ['gitignored', 'missing']

/** Tells which drawers have lost their file, and moves them to the trash when told to, in one change set. */
export const sync: JobDefinition<'sync'> = {
  async admit({ db, principal, config, isLocal }, payload) {
    if (config.mineRoots.length === 0 && !isLocal)
      throw new PalaceError('source.forbidden', 'this server looks into no folder', { help: 'See LOCI_MINE_ROOTS.' })
    if (payload.wing !== undefined) await getWing(db, { palaceId: principal.palaceId, wing: payload.wing })
    const within = payload.project_dir && resolve(payload.project_dir)
    return { ...payload, ...(within && { project_dir: within }) }
  },

  writesPalace: ({ apply }) => apply,

  async run({ job, payload: { project_dir: within, wing, apply, force }, signal }, runtime) {
    const { palaceId } = job
    const { store, config, isLocal, write } = runtime
    const name = wing && (await store.read((db) => getWing(db, { palaceId, wing }))).name
    const judged = await store.read((db) =>
      judgeSources(filedSources(db, { palaceId, wing: name }), {
        within,
        signal,
        mayRead: (root) => mayMine(root, { mineRoots: config.mineRoots, isLocal }),
      }),
    )
    const doomed = [...judged].flatMap(([root, states]) =>
      force || !isGuarded(root, states) ? leaving(states, force) : [],
    )
    const removed =
      apply && doomed.length > 0
        ? await write(async ({ db, change }) => {
            const count = await deleteDrawers(db, change, doomed)
            change.summary = `delete ${count} drawers whose files are gone or ignored`
            return count
          })
        : 0
    return { ...countsOf(judged), removed_drawers: removed, removed_closets: 0, dry_run: !apply } satisfies SyncCounts
  },
}

const filesOf = (states: JudgedRoot, ...wanted: SourceState[]): string[][] =>
  wanted.flatMap((state) => states.get(state) ?? [])

/** How many drawers: a document may have made many. */
const size = (states: JudgedRoot, state: SourceState): number => filesOf(states, state).flat().length

/** A folder that is gone, or has lost more than half of its files, may only be somewhere else. */
const isGuarded = (root: string, states: JudgedRoot): boolean =>
  root !== '' &&
  (size(states, 'unreachable') > 0 ||
    filesOf(states, 'missing').length > filesOf(states, 'kept', 'gitignored', 'missing').length / 2)

const leaving = (states: JudgedRoot, force: boolean): string[] =>
  filesOf(states, ...goes, ...(force ? (['unreachable'] as const) : [])).flat()

function countsOf(judged: Map<string, JudgedRoot>) {
  const total = (state: SourceState) => [...judged.values()].reduce((sum, states) => sum + size(states, state), 0)
  const counted = { kept: total('kept'), gitignored: total('gitignored'), missing: total('missing') }
  const others = {
    unreachable: total('unreachable'),
    no_source: total('no_source'),
    out_of_scope: total('out_of_scope'),
  }
  const scanned = Object.values({ ...counted, ...others }).reduce((sum, count) => sum + count, 0)
  const roots = [...judged].filter(([root]) => root !== '')
  return { scanned, ...counted, ...others, by_source: Object.fromEntries(roots.map(sourceOf)) }
}

const sourceOf = ([root, states]: [string, JudgedRoot]) =>
  [
    root,
    {
      kept: size(states, 'kept'),
      gitignored: size(states, 'gitignored'),
      missing: size(states, 'missing'),
      unreachable: size(states, 'unreachable'),
      guarded: isGuarded(root, states),
    },
  ] as const
