import { PGlite } from '@electric-sql/pglite'
import { btree_gist } from '@electric-sql/pglite/contrib/btree_gist'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { vector } from '@electric-sql/pglite-pgvector'
import { prepareFolder } from './data-folder.ts'
import { openSyncedFs } from './synced-fs.ts'

/** The one Postgres session of this process. */
export interface Engine {
  /** Runs one message to its end and gives the whole answer. Calls must not overlap. */
  exec(data: Buffer): Promise<Buffer>
  /** What a client is told of the session when it comes. */
  parameters: ReadonlyMap<string, string>
  close(): Promise<void>
}

export interface EngineOptions {
  folder: string
  /** The session is broken for good; nothing after this call may be relied upon. */
  onFatal: (error: unknown) => never
  /** Whether a commit waits for the disk; without it a commit outlives the process and not the machine. */
  fsync?: boolean
}

// a Postgres error leaves WebAssembly as this exit status and is handled by PGlite
const errorJump = 100

const settings = {
  jit: 'off',
  // the only way that passes Emscripten
  wal_sync_method: 'fsync',
  work_mem: '32MB',
  maintenance_work_mem: '256MB',
  random_page_cost: '1.1',
  default_transaction_isolation: 'read committed',
}

const reported = [
  'server_version',
  'server_encoding',
  'client_encoding',
  'DateStyle',
  'IntervalStyle',
  'TimeZone',
  'integer_datetimes',
  'standard_conforming_strings',
  'is_superuser',
]

/** Opens, or makes, the Postgres in the folder. Throws when it cannot be opened. */
export async function openEngine({ folder, onFatal, fsync = true }: EngineOptions): Promise<Engine> {
  await prepareFolder(folder, async (made) => (await PGlite.create({ dataDir: made })).close(), fsync)
  const pg = await PGlite.create({
    ...(fsync ? { fs: openSyncedFs(folder) } : { dataDir: folder }),
    extensions: { vector, pg_trgm, btree_gist },
    relaxedDurability: false,
    startParams: [
      ...PGlite.defaultStartParams.filter((param) => !(fsync && param === '-F')),
      ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
    ],
  })
  const parameters = await readParameters(pg)
  exposeFaults(pg, onFatal)

  return {
    parameters,
    async exec(data) {
      const answer: Buffer[] = []
      await pg.execProtocolRawStream(data, {
        syncToFs: false,
        onRawData: (bytes) => {
          // a view into the memory of the session
          answer.push(Buffer.from(bytes))
        },
      })
      return answer.length === 1 && answer[0] ? answer[0] : Buffer.concat(answer)
    },
    close: () => pg.close(),
  }
}

async function readParameters(pg: PGlite): Promise<Map<string, string>> {
  const { rows } = await pg.query<{ name: string; value: string }>(
    'select name, current_setting(name) as value from unnest($1::text[]) name',
    [reported],
  )
  return new Map(rows.map(({ name, value }) => [name, value]))
}

/** PGlite swallows every exception of its main loop, a crash of WebAssembly too, and would go on, or round, for ever. */
function exposeFaults(pg: PGlite, onFatal: (error: unknown) => never): void {
  const module = pg.Module
  const once = module._PostgresMainLoopOnce
  module._PostgresMainLoopOnce = () => {
    try {
      once()
    } catch (error) {
      if (error instanceof Object && 'status' in error && error.status === errorJump) throw error
      onFatal(error)
    }
  }
}
