import { randomUUID } from 'node:crypto'
import { readFileSync, realpathSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { createClient } from '@loci/client'
import { type Caller, errorCodes, toPalaceError } from '@loci/contract'
import { type Config, openService, readConfig, type Service } from '@loci/service'
import { describeFault, type LogFault } from './faults.ts'
import { bodyLimitOf } from './request.ts'
import { startStdio } from './stdio.ts'

interface Palace {
  call: Caller
  close(): Promise<void>
}

/** Serves MCP on standard input and output until the client leaves or the process is told to stop. */
export async function runMcp(environment: NodeJS.ProcessEnv): Promise<void> {
  try {
    await serve(readConfig(environment))
  } catch (error) {
    const { code, message, help } = toPalaceError(error)
    process.stderr.write(`loci mcp: ${message}. ${help}\n`)
    if (code === 'internal') logToStderr(error, randomUUID())
    process.exitCode = errorCodes[code].exit
  }
}

async function serve(config: Config): Promise<void> {
  const session = randomUUID()
  const palace = config.url === undefined ? inProcess(config, session) : remote(config.url, config, session)
  const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
    version: string
  }
  const stdio = await startStdio({
    call: palace.call,
    options: config.mcp,
    version,
    log: logToStderr,
    maxMessageBytes: bodyLimitOf(config),
  })
  await Promise.race([stdio.ended, signalled()])
  const graceMs = config.drainSeconds * 1000
  // a job or a database that does not let go leaves the rest to the leases
  setTimeout(() => process.exit(), graceMs + 1500).unref()
  await stdio.close(graceMs / 2)
  await palace.close()
  process.stdin.destroy()
}

/** The palace is opened by the first call that needs it; when that fails, the next one tries again. */
function inProcess(config: Config, session: string): Palace {
  let opening: Promise<Service> | undefined
  const open = () =>
    (opening ??= openService(config).then(
      (service) => {
        service.startWorkers()
        return service
      },
      (error: unknown) => {
        opening = undefined
        throw error
      },
    ))
  const call: Caller = async (name, input, waiting) => {
    const service = await open()
    return service.call(name, input, service.local('mcp', session), waiting)
  }
  const close = async () => {
    const service = await opening?.catch(() => undefined)
    await service?.close()
  }
  return { call, close }
}

function remote(url: string, { token, mode }: Config, session: string): Palace {
  const headers = { 'X-Loci-Session': session, ...(mode !== 'full' && { 'X-Loci-Mode': mode }) }
  const { call } = createClient({ url, headers, ...(token !== undefined && { token }) })
  return { call, close: async () => {} }
}

const signalled = () =>
  new Promise<void>((resolve) => {
    process.once('SIGTERM', () => resolve()).once('SIGINT', () => resolve())
  })

const logToStderr: LogFault = (error, requestId) => {
  const line = { time: new Date().toISOString(), level: 'error', request_id: requestId, fault: describeFault(error) }
  process.stderr.write(`${JSON.stringify(line)}\n`)
}

if (process.argv[1] !== undefined && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url))
  await runMcp(process.env)
