import { realpathSync } from 'node:fs'
import { isatty } from 'node:tty'
import { fileURLToPath } from 'node:url'
import { PalaceError } from '@loci/contract'
import { isLoopback } from '@loci/mcp'
import { type Config, openService, readConfig, type Service, version } from '@loci/service'
import type { Logger } from 'pino'
import { createApi } from './app.ts'
import { type Listening, listen } from './listen.ts'
import { createLog } from './log.ts'
import { tellFault } from './start-fault.ts'
import { stopSignal } from './stop-signal.ts'

/** Serves the palace until it is told to stop; resolves early, with an exit code set, when it cannot start. */
export async function runApi(environment: NodeJS.ProcessEnv): Promise<void> {
  try {
    const config = readConfig(environment)
    const log = createLog(config.logLevel)
    const service = await openService(config, { log })
    try {
      const listening = await start(service, config, log)
      announce(listening.url, config, log)
      await stopOnSignal(listening, service, config, log)
    } catch (error) {
      await service.close()
      throw error
    }
  } catch (error) {
    tellFault(error)
  }
}

async function start(service: Service, config: Config, log: Logger): Promise<Listening> {
  if (!service.tokensRequired && !isLoopback(config.host))
    throw new PalaceError(
      'input.invalid',
      `LOCI_HOST: without a token, Loci serves this machine only, not ${config.host}`,
      {
        help: 'Set LOCI_ADMIN_TOKEN, or leave LOCI_HOST at 127.0.0.1.',
      },
    )
  const listening = await listen(createApi({ service, config, log, version }), config.host, config.port)
  service.startWorkers()
  return listening
}

function announce(url: string, { home, databaseUrl }: Config, log: Logger): void {
  const palace = databaseUrl === undefined ? `palace in ${home}` : 'palace on your Postgres server'
  const line = `Loci is ready at ${url} – docs at /docs, MCP at /mcp, ${palace}`
  if (isatty(1)) process.stdout.write(`${line}\n`)
  else log.info({ url }, line)
}

/** Resolves when all has stopped after the first signal. */
async function stopOnSignal(listening: Listening, service: Service, config: Config, log: Logger): Promise<void> {
  log.info({ signal: await stopSignal() }, 'stopping')
  const graceMs = config.drainSeconds * 1000
  // a job that does not let go is left to its lease
  setTimeout(() => process.exit(0), graceMs + 1500).unref()
  await listening.close(graceMs / 2)
  await service.close()
  log.info('stopped')
}

if (process.argv[1] !== undefined && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url))
  await runApi(process.env)
