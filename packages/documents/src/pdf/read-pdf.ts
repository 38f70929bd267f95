import type { Worker } from 'node:worker_threads'
import { Refusal } from '../reasons.ts'
import type { ExtractOptions, ReadResult } from '../types.ts'
import type { PdfReply, PdfRequest } from './protocol.ts'
import { returnWorker, takeWorker } from './workers.ts'

// pages take milliseconds; a reader that is silent for so long has lost itself in a document made for that
const silenceMilliseconds = 30_000

/**
 * A PDF page by page. It is read in a thread of its own, which can be stopped: when a page takes too long (`broken`),
 * and when it takes too much memory (`too_large`). Without a password, `encrypted`.
 */
export async function readPdf(bytes: Uint8Array, limits: Required<ExtractOptions>): Promise<ReadResult> {
  const worker = takeWorker()
  let isSound = false
  try {
    const reply = await ask(worker, { bytes: bytes.slice(), ...limits })
    isSound = 'result' in reply
    if ('result' in reply) return reply.result
    throw new Refusal(reply.reason)
  } finally {
    returnWorker(worker, isSound)
  }
}

type LastReply = Exclude<PdfReply, { page: number }>

/** The last reply of the thread, or what its end means. */
async function ask(worker: Worker, request: PdfRequest): Promise<LastReply> {
  let resolve: (reply: LastReply) => void = () => undefined
  const replied = new Promise<LastReply>((settle) => {
    resolve = settle
  })
  const silence = setTimeout(() => resolve({ reason: 'broken' }), silenceMilliseconds)
  const onMessage = (reply: PdfReply) => {
    if ('page' in reply) silence.refresh()
    else resolve(reply)
  }
  const onError = (error: NodeJS.ErrnoException) =>
    resolve({ reason: error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? 'too_large' : 'broken' })
  const onExit = () => resolve({ reason: 'broken' })
  worker.on('message', onMessage).on('error', onError).on('exit', onExit)
  try {
    worker.postMessage(request, [request.bytes.buffer as ArrayBuffer])
    return await replied
  } finally {
    clearTimeout(silence)
    worker.off('message', onMessage).off('error', onError).off('exit', onExit)
  }
}
