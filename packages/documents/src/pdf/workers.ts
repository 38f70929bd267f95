import { createRequire } from 'node:module'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { Worker } from 'node:worker_threads'

const idleMilliseconds = 10_000
const heapMegabytes = 512

/** One thread is kept for the next document: to start it takes longer than to read most of them. */
let idle: { worker: Worker; timer: NodeJS.Timeout } | undefined

export function takeWorker(): Worker {
  if (idle === undefined) return startWorker()
  const { worker, timer } = idle
  clearTimeout(timer)
  idle = undefined
  worker.ref()
  return worker
}

/** Ends a thread, or keeps it for a while if it is sound and none is kept yet. A thread kept holds up no exit. */
export function returnWorker(worker: Worker, isSound: boolean): void {
  if (!isSound || idle !== undefined) {
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
  const ownPath = fileURLToPath(import.meta.url)
  const fromSource = ownPath.endsWith('.ts')
  const program = new URL(fromSource ? './worker.ts' : './worker.js', import.meta.url)
  const worker = new Worker(program, {
    execArgv: fromSource ? ['--import', tsxUrl()] : [],
    env: {},
    resourceLimits: { maxOldGenerationSizeMb: heapMegabytes },
  })
  // an error that nobody listens to would end the process
  return worker.on('error', () => forget(worker)).on('exit', () => forget(worker))
}

function tsxUrl(): string {
  return pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href
}
