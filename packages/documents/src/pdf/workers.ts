import { createRequire } from 'node:module'
import { pathToFileURL } from 'node:url'
import { Worker } from 'node:worker_threads'

const idleMilliseconds = 10_000
const heapMegabytes = 512

/** One thread is kept for the next document: to start it takes longer than to read most of them. */
let idle: { worker: Worker; timer: NodeJS.Timeout } | undefined

// those that have said that they are ready
const started = new WeakSet<Worker>()

/** Whether the program of a thread was loaded. */
export function hasStarted(worker: Worker): boolean {
  return started.has(worker)
}

export function takeWorker(): Worker {
  if (idle === undefined) return startWorker()
  const { worker, timer } = idle
  clearTimeout(timer)
  idle = undefined
  worker.ref()
  return worker
}

/** Ends a thread, or keeps it for a while if it is idle and none is kept yet. A thread kept holds up no exit. */
export function returnWorker(worker: Worker, isIdle: boolean): void {
  if (!isIdle || idle !== undefined) {
    void worker.terminate()
    return
  }
  worker.unref()
  const timer = setTimeout(() => forget(worker), idleMilliseconds).unref()
  idle = { worker, timer }
}

function forget(worker: Worker) {
  if (idle?.worker !== worker) return
  clearTimeout(idle.timer)
  idle = undefined
  void worker.terminate()
}

function startWorker(): Worker {
  const worker = new Worker(programUrl(), {
    execArgv: [],
    env: {},
    resourceLimits: { maxOldGenerationSizeMb: heapMegabytes },
  })
  worker.once('message', () => started.add(worker))
  // an error that nobody listens to would end the process
  return worker.on('error', () => forget(worker)).on('exit', () => forget(worker))
}

/** The program, or when this runs from source, one that first teaches the thread to read it. */
function programUrl(): URL {
  if (!import.meta.url.endsWith('.ts')) return new URL('./worker.js', import.meta.url)
  const source = new URL('./worker.ts', import.meta.url)
  const tsx = pathToFileURL(createRequire(import.meta.url).resolve('tsx'))
  const loader = new URL('./esm/api/index.mjs', tsx)
  const program = `import { register } from '${loader.href}'; register(); await import('${source.href}')`
  return new URL(`data:text/javascript,${encodeURIComponent(program)}`)
}
