import { sql, type SQL } from 'drizzle-orm'
import { PgDialect } from 'drizzle-orm/pg-core'
import { drizzle, type PostgresJsDatabase } from 'drizzle-orm/postgres-js'
import postgres from 'postgres'
import { type EmbeddedOptions, embeddedSocket, stopEmbedded } from './embedded/ensure.ts'
import { isConflict, translateDatabaseError } from './errors.ts'
import { migrate, type MigrationReport } from './migrate.ts'

export type Database = PostgresJsDatabase
export type Transaction = Parameters<Parameters<Database['transaction']>[0]>[0]
/** The pool or an open transaction: whichever the caller holds. */
export type Db = Database | Transaction

export interface StoreOptions {
  /** A real Postgres. Without it the embedded one in `home` is used, and started when it is not there. */
  databaseUrl?: string | undefined
  /** The folder of the embedded Postgres. */
  home: string
  /** The most connections at once. */
  maxConnections?: number
  /** Seconds after its last client until the embedded Postgres goes. */
  idleExitSeconds?: number
  /** Whether an embedded commit waits for the disk; yes unless told. */
  fsync?: boolean
}

export interface Store {
  db: Database
  /** What this store talks to. */
  kind: 'embedded' | 'server'
  /**
   * Runs `work` in one transaction, again (three times at most) when it lost against another one.
   * A database that is away becomes a PalaceError `unavailable`.
   */
  transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T>
  /** Runs reads outside of a transaction, with the same translation of errors. */
  read<T>(work: (db: Database) => Promise<T>): Promise<T>
  /** Hears notifications; only a real Postgres lets them reach its clients. */
  listen?: (channel: string, onNotify: () => void) => Promise<{ unlisten(): Promise<void> }>
  migrate(): Promise<MigrationReport>
  /** Asks the database for an answer; `unavailable` when there is none. */
  ping(): Promise<void>
  close(): Promise<void>
  /** Closes, and ends the embedded Postgres for every other client of it too. */
  closeHost(): Promise<void>
}

const attempts = 4

export function openStore(options: StoreOptions): Store {
  const client = postgres(options.databaseUrl ?? '', {
    max: options.maxConnections ?? 10,
    connect_timeout: 10,
    onnotice: () => {},
    connection: { application_name: 'loci' },
    ...(options.databaseUrl === undefined && embeddedConnection(options)),
  })
  const db = drizzle({ client })

  const close = () => client.end({ timeout: 5 })

  const translated = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work()
    } catch (error) {
      throw translateDatabaseError(error)
    }
  }

  return {
    db,
    kind: options.databaseUrl === undefined ? 'embedded' : 'server',
    read: (work) => translated(() => work(db)),
    transaction: (work) =>
      translated(async () => {
        for (let attempt = 1; ; attempt++) {
          try {
            return await db.transaction(work)
          } catch (error) {
            if (!isConflict(error) || attempt === attempts) throw error
          }
        }
      }),
    ...(options.databaseUrl !== undefined && {
      // again by itself after the connection was lost, which `onNotify` hears as well
      listen: (channel: string, onNotify: () => void) => client.listen(channel, onNotify, onNotify),
    }),
    migrate: () => translated(() => migrate(db)),
    ping: () =>
      translated(async () => {
        await db.execute(sql`select 1`)
      }),
    close,
    async closeHost() {
      await close()
      if (options.databaseUrl === undefined) await stopEmbedded(options)
    },
  }
}

function embeddedConnection(options: EmbeddedOptions) {
  // postgres.js takes a function that makes the connection, and its types do not say so
  return { username: 'postgres', database: 'postgres', socket: embeddedSocket(options) } as object
}

/** The rows of a statement written as text; `T` says what its select list gives, the driver cannot know. */
export async function rows<T extends object>(db: Db, statement: SQL): Promise<T[]> {
  const found: unknown = await db.execute(statement)
  return [...(found as Iterable<T>)]
}

const dialect = new PgDialect()

/**
 * The rows of a statement whose text is always the same, and is planned once on each connection: where planning costs more
 * than running.
 */
export async function preparedRows<T extends object>(db: Db, statement: SQL): Promise<T[]> {
  const found: unknown = await db._.session
    .prepareQuery(dialect.sqlToQuery(statement), undefined, 'prepared', false)
    .execute()
  return [...(found as Iterable<T>)]
}

/** A list as one array parameter: `= any(${array(ids, 'uuid')})`. */
export function array(values: readonly unknown[], type: 'uuid' | 'text' | 'integer' | 'smallint' | 'real'): SQL {
  return sql`${sql.param(values)}::${sql.raw(type)}[]`
}
