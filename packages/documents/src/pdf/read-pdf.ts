import type { Worker } from 'node:worker_threads'
import { type DocumentReason, ReaderFault, Refusal } from '../reasons.ts'
import type { ExtractOptions, ReadResult } from '../types.ts'
import type { PdfReply, PdfRequest } from './protocol.ts'
import { hasStarted, returnWorker, takeWorker } from './workers.ts'

// pages take milliseconds; a reader that is silent for so long has lost itself in a document made for that
const silenceMilliseconds = 30_000

/**
 * A PDF page by page. It is read in a thread of its own, which can be stopped: when a page takes too long (`broken`),
 * and when it takes too much memory (`too_large`). Without a password, `encrypted`.
 */
export async function readPdf(bytes: Uint8Array, limits: Required<ExtractOptions>): Promise<ReadResult> {
  const worker = takeWorker()
  let isIdle = false
  try {
    const { reply, isDone } = await ask(worker, { bytes: new Uint8Array(bytes), ...limits })
    isIdle = isDone
    if ('result' in reply) return reply.result
    throw new Refusal(reply.reason)
  } finally {
    returnWorker(worker, isIdle)
  }
}

interface Outcome {
  reply: Exclude<PdfReply, { page: number }>
  /** Whether the thread is through with the document, and may be asked for another one. */
  isDone: boolean
}

/** The last reply of the thread, or what its silence or end means. Rejects when it did not even start. */
async function ask(worker: Worker, request: PdfRequest): Promise<Outcome> {
  const { promise, resolve, reject } = withResolvers<Outcome>()
  const fail = (reason: DocumentReason) => resolve({ reply: { reason }, isDone: false })
  const silence = setTimeout(() => fail('broken'), silenceMilliseconds)
  const onMessage = (reply: PdfReply) => {
    if ('page' in reply) silence.refresh()
    // one that has run out of memory is still in the midst of it
    else resolve({ reply, isDone: 'result' in reply || reply.reason !== 'too_large' })
  }
  const onError = (error: NodeJS.ErrnoException) => {
    if (error.code === 'ERR_WORKER_OUT_OF_MEMORY') fail('too_large')
    else if (hasStarted(worker)) fail('broken')
    else reject(new ReaderFault('the thread that reads PDF did not start', { cause: error }))
  }
  const onExit = () => fail('broken')
  worker.on('message', onMessage).on('error', onError).on('exit', onExit)
  try {
    worker.postMessage(request, [request.bytes.buffer as ArrayBuffer])
    return await promise
  } finally {
    clearTimeout(silence)
    worker.off('message', onMessage).off('error', onError).off('exit', onExit)
  }
}

function withResolvers<Value>() {
  let resolve: (value: Value) => void = () => undefined
  let reject: (error: Error) => void = () => undefined
  const promise = new Promise<Value>((...settle) => {
    ;[resolve, reject] = settle
  })
  return { promise, resolve, reject }
}
