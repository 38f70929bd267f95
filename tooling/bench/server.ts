import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'

export interface Server {
  url: string
  /** From the start of the process to its readiness. */
  startMilliseconds: number
  /** Resident memory now, and the most there was, in MB. */
  memory(): { now: number; most: number }
  stop(): Promise<void>
}

/** Starts the built API in a process of its own and waits until it is ready. */
export async function startServer(environment: Record<string, string>): Promise<Server> {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const began = performance.now()
  const child = spawn(process.execPath, ['apps/api/dist/main.js'], {
    env: { ...process.env, LOCI_LOG_LEVEL: 'warn', ...environment, LOCI_PORT: String(port) },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  while (!(await isReady(url))) {
    if (child.exitCode !== null) throw new Error(`the server ended with ${child.exitCode}`)
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  return {
    url,
    startMilliseconds: performance.now() - began,
    memory: () => memoryOf(child.pid ?? 0),
    async stop() {
      child.kill('SIGTERM')
      await ended
    },
  }
}

const isReady = async (url: string): Promise<boolean> =>
  fetch(`${url}/health/ready`).then(
    (response) => response.ok,
    () => false,
  )

function memoryOf(pid: number): { now: number; most: number } {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  const megabytes = (field: string) =>
    Math.round(Number(new RegExp(`${field}:\\s+(\\d+)`).exec(status)?.[1] ?? 0) / 1024)
  return { now: megabytes('VmRSS'), most: megabytes('VmHWM') }
}

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}

/** One call of the public API; throws on any answer but success. */
export async function call<T>(server: Server, method: string, path: string, body?: object): Promise<T> {
  const response = await fetch(server.url + path, {
    method,
    ...(body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  })
  const answer: unknown = await response.json()
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${JSON.stringify(answer)}`)
  return answer as T
}

export interface Spread {
  p50: number
  p95: number
}

/** Median and 95th percentile, in the unit of the values. */
export function spread(values: number[]): Spread {
  const sorted = values.toSorted((a, b) => a - b)
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
  return { p50: at(0.5), p95: at(0.95) }
}
