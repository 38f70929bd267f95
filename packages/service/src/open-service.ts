import { type EmbeddingProfile, loadStaticProfile } from '@loci/embeddings'
import { createWorkers, type Log, presentJob, type Workers } from '@loci/scheduler'
import { sealChangeSets } from '@loci/revisions'
import { tendVectorIndex } from '@loci/search'
import { openStore, type Store } from '@loci/store'
import { createAuthentication } from './authenticate.ts'
import { createBehind } from './behind.ts'
import { callOperation } from './call.ts'
import type { Config } from './config.ts'
import { ensureDefaultPalace } from './default-palace.ts'
import { createFolding } from './folding.ts'
import { jobHandlers } from './jobs/handlers.ts'
import type { Palace } from './palace.ts'
import { createSchedules, type Schedules } from './schedules.ts'
import type { Service } from './service.ts'

export interface ServiceOptions {
  /** Where whoever runs this should read of faults; nowhere unless told. */
  log?: Log
  /** Of an embedded Postgres: whether a commit waits for the disk, and how long it outlives its last client. */
  embedded?: { fsync?: boolean; idleExitSeconds?: number }
}

const silent: Log = { info() {}, warn() {}, error() {} }

/** Opens the palace: database, migrations, default palace, embedding profile. `unavailable` when it cannot. */
export async function openService(
  config: Config,
  { log = silent, embedded = {} }: ServiceOptions = {},
): Promise<Service> {
  const store = openStore({ databaseUrl: config.databaseUrl, home: config.home, ...embedded })
  try {
    await store.migrate()
    const palaceId = await ensureDefaultPalace(store)
    const profile = await loadProfile(log)
    const { statistics, seals, vectorIndex } = followers(store, profile, log)
    const tokensRequired = config.adminToken !== undefined
    const palace: Palace = {
      store,
      config,
      profile,
      statistics,
      seals,
      vectorIndex,
      tokensRequired,
      wakeWorkers: () => workers.wake(),
    }
    const workers = createWorkers({
      store,
      handlers: jobHandlers(palace),
      log,
      concurrency: config.workers,
      listen: store.listen,
    })
    return serviceOf(palace, workers, createSchedules(palace, log), palaceId)
  } catch (error) {
    await store.close()
    throw error
  }
}

function serviceOf(palace: Palace, workers: Workers, schedules: Schedules, palaceId: string): Service {
  const { store, config, statistics, seals, vectorIndex, tokensRequired } = palace
  const authenticate = createAuthentication({ adminToken: config.adminToken, palaceId })
  return {
    call: (name, input, principal, waiting) => callOperation(palace, name, input, principal, waiting),
    authenticate: async (token, channel, session, mode) => authenticate(token, channel, session, mode),
    local: (channel, session, mode = 'full') => ({ actor: 'local', channel, session, palaceId, role: 'admin', mode }),
    tokensRequired,
    ready: () => store.ping(),
    startWorkers() {
      workers.start()
      schedules.start()
      seals.soon(palaceId)
      vectorIndex.soon(palaceId)
    },
    settle: async (id, onProgress) => presentJob(await workers.runUntil({ palaceId, id }, onProgress)),
    async close() {
      await schedules.close()
      await workers.drain(config.drainSeconds)
      vectorIndex.leave()
      await statistics.close()
      await seals.close()
      await store.close()
    },
  }
}

function followers(store: Store, profile: EmbeddingProfile | null, log: Log) {
  const vectorIndex = createBehind({
    delayMilliseconds: 1000,
    work: async (palaceId) => {
      if (profile) await tendVectorIndex(store, palaceId, profile)
      return 0
    },
    onError: (error) => log.warn({ err: error }, 'the index of the vectors was not built'),
  })
  return {
    vectorIndex,
    statistics: createBehind({
      delayMilliseconds: 500,
      work: createFolding(store, (palaceId) => vectorIndex.soon(palaceId)),
      onError: (error) => log.warn({ err: error }, 'statistics were not folded'),
    }),
    seals: createBehind({
      delayMilliseconds: 100,
      work: (palaceId) => store.transaction((tx) => sealChangeSets(tx, palaceId)),
      onError: (error) => log.warn({ err: error }, 'change sets were not sealed'),
    }),
  }
}

/** A palace without its profile still searches by words, and says so. */
async function loadProfile(log: Log): Promise<EmbeddingProfile | null> {
  try {
    return await loadStaticProfile()
  } catch (error) {
    log.error({ err: error }, 'the embedding profile could not be loaded; searching by words only')
    return null
  }
}
