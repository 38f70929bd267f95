import { openService, readConfig } from '@loci/service'
import { createLog } from './log.ts'
import { stopSignal } from './stop-signal.ts'
import { tellFault } from './start-fault.ts'

/** Runs jobs until it is told to stop, and serves nothing; resolves early, with an exit code set, when it cannot start. */
export async function runWorker(environment: NodeJS.ProcessEnv): Promise<void> {
  try {
    const config = readConfig(environment)
    const log = createLog(config.logLevel)
    const service = await openService(config, { log })
    service.startWorkers()
    log.info({ workers: config.workers }, 'working')
    log.info({ signal: await stopSignal() }, 'stopping')
    // a job that does not let go is left to its lease
    setTimeout(() => process.exit(0), config.drainSeconds * 1000 + 1500).unref()
    await service.close()
    log.info('stopped')
  } catch (error) {
    tellFault(error)
  }
}
