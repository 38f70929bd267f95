import * as z from 'zod'
import * as field from './fields.ts'
import { operation } from './operation.ts'

export const mineFields = {
  source: z.string().min(1).max(4096).describe('folder to mine, below LOCI_MINE_ROOTS of the server'),
  mode: z
    .enum(['projects', 'convos', 'extract'])
    .default('projects')
    .describe('what to file: text files, exchanges of chats, or the texts of documents (PDF, Office, EPUB, RTF, HTML)'),
  extract: z
    .enum(['exchange', 'general'])
    .default('exchange')
    .describe('of chats: exchanges, or also what they decide, prefer, reach, suffer and feel'),
  wing: field.name.optional().describe('target wing; the name of the folder when not given'),
  room: field.name.optional().describe('one room for all; otherwise the top-level folder of each file'),
  added_by: z.string().min(1).max(256).optional().describe('who files it'),
  limit: z.int().min(0).max(1_000_000).default(0).describe('most files to read; 0 for all'),
  dry_run: z.boolean().default(false).describe('only tell what would be filed'),
}

export const syncFields = {
  project_dir: z.string().min(1).max(4096).optional().describe('only what was mined from this folder or below it'),
  wing: field.wing.optional().describe('only this wing'),
  apply: z.boolean().default(false).describe('move them to the trash; without it nothing changes'),
  force: z.boolean().default(false).describe('also when the folder is gone, or more than half of it'),
}

export const SyncCounts = z.object({
  scanned: z.int(),
  kept: z.int(),
  gitignored: z.int(),
  missing: z.int(),
  unreachable: z.int().describe('the folder they came from is gone, which says nothing of its files'),
  no_source: z.int(),
  out_of_scope: z.int(),
  removed_drawers: z.int(),
  removed_closets: z.int(),
  dry_run: z.boolean(),
  by_source: z.record(
    z.string(),
    z.object({
      kept: z.int(),
      gitignored: z.int(),
      missing: z.int(),
      unreachable: z.int(),
      guarded: z.boolean().describe('nothing of it is removed without force'),
    }),
  ),
})
export type SyncCounts = z.output<typeof SyncCounts>

const waited = {
  job_id: field.id,
  status: z.string().describe('completed, or how the job stands when the wait is over'),
}

export const sources = {
  'source.mine': operation({
    summary: 'file the texts, chats or documents of a folder of the server',
    description: 'Mining again files only what is new or changed. Runs as a job; read on with the job tool.',
    access: 'write',
    idempotent: true,
    http: { method: 'post', path: '/sources/mine' },
    tool: { name: 'mine', title: 'Mine' },
    input: z.strictObject({
      source: mineFields.source,
      mode: mineFields.mode,
      wing: mineFields.wing,
      agent: mineFields.added_by,
      limit: mineFields.limit,
      dry_run: mineFields.dry_run,
      extract: mineFields.extract,
      wait: field.wait(25),
    }),
    output: z.object({
      success: z.boolean().describe('whether it has ended well'),
      mode: z.string(),
      dry_run: z.boolean(),
      output: z.string().describe('what became of it, in words'),
      ...waited,
      added: z.int().optional(),
      updated: z.int().optional(),
      unchanged: z.int().optional(),
      pending: z.int().optional().describe('what a dry run would file'),
      failed: z.int().optional(),
    }),
    errors: ['source.forbidden', 'source.unreadable'],
  }),
  'source.sync': operation({
    summary: 'find drawers whose file is gone or ignored by now',
    description:
      'A dry run without apply. A folder that is gone, or has lost more than half of its files, is left alone without ' +
      'force.',
    access: 'write',
    destructive: true,
    http: { method: 'post', path: '/sources/sync' },
    tool: { name: 'sync', title: 'Sync' },
    command: { name: 'sync' },
    input: z.strictObject({ ...syncFields, wait: field.wait(25) }),
    output: SyncCounts.partial().extend(waited),
    errors: ['source.forbidden', 'wing.not_found'],
  }),
  'source.delete': operation({
    summary: 'move every drawer of one source to the trash',
    description: 'Exactly this source, or of a document all its parts. A dry run unless dry_run is false.',
    access: 'write',
    destructive: true,
    http: { method: 'post', path: '/sources/delete' },
    tool: { name: 'delete_by_source', title: 'Delete by source' },
    command: { name: 'sources delete', argument: 'source_file' },
    input: z.strictObject({
      source_file: z.string().min(1).max(4096).describe('the whole path or address, as search and get_drawer give it'),
      dry_run: z.boolean().default(true).describe('only tell what would go'),
    }),
    output: z.object({
      success: z.boolean(),
      dry_run: z.boolean(),
      source_file: z.string(),
      match_count: z.int(),
      sample: z.array(z.string()).describe('a few of them'),
      deleted: z.int().optional(),
      change_set: field.changeSet,
      hint: z.string(),
    }),
    errors: [],
  }),
}
