import { parentPort } from 'node:worker_threads'
import { getDocumentProxy } from 'unpdf'
import { Refusal } from '../reasons.ts'
import { cleanName, cleanText, createTextBudget } from '../text-budget.ts'
import type { DocumentPart, ReadResult } from '../types.ts'
import { limitMemory } from './limit-memory.ts'
import { pageText, type TextRun } from './page-text.ts'
import type { PdfReply, PdfRequest } from './protocol.ts'

type Pdf = Awaited<ReturnType<typeof getDocumentProxy>>

// a tree of pages may say that it has any number
const maxPages = 100_000
const maxFailuresInARow = 20
// arrays grow by doubling, so that twice their last size is taken
const growth = 2

const reply = (message: PdfReply) => parentPort?.postMessage(message)
let maxExpandedBytes = 0
const memory = limitMemory(
  () => growth * maxExpandedBytes,
  () => reply({ reason: 'too_large' }),
)
// there is nothing to fetch for the text of a document that is all there
Reflect.deleteProperty(globalThis, 'fetch')

parentPort?.on('message', (request: PdfRequest) => {
  void answer(request)
})
reply({ page: 0 })

async function answer(request: PdfRequest) {
  memory.reset()
  maxExpandedBytes = request.maxExpandedBytes
  try {
    reply({ result: await read(request) })
  } catch (error) {
    if (error instanceof Refusal) reply({ reason: error.reason })
    else reply({ reason: error instanceof Error && error.name === 'PasswordException' ? 'encrypted' : 'broken' })
  }
}

async function read({ bytes, maxBytes }: PdfRequest): Promise<ReadResult> {
  const pdf = await getDocumentProxy(bytes, { verbosity: 0, disableFontFace: true, useSystemFonts: false })
  try {
    const title = await titleOf(pdf)
    return { ...(title !== undefined && { title }), parts: await readPages(pdf, maxBytes) }
  } finally {
    await pdf.loadingTask.destroy()
  }
}

async function readPages(pdf: Pdf, maxBytes: number): Promise<DocumentPart[]> {
  const budget = createTextBudget(maxBytes)
  const parts: DocumentPart[] = []
  let failures = 0
  let failuresInARow = 0
  if (pdf.numPages > maxPages) throw new Refusal('too_large')
  for (let number = 1; number <= pdf.numPages; number += 1) {
    const raw = await readPage(pdf, number)
    reply({ page: number })
    failuresInARow = raw === undefined ? failuresInARow + 1 : 0
    if (raw === undefined) failures += 1
    if (failuresInARow > maxFailuresInARow) throw new Refusal('broken')
    budget.spend(raw ?? '')
    const text = cleanText(raw ?? '')
    if (text.trim() !== '') parts.push({ label: 'page', number, text })
  }
  if (parts.length === 0 && failures > 0) throw new Refusal('broken')
  return parts
}

/** Undefined for a page that cannot be read, which says nothing about the others. */
async function readPage(pdf: Pdf, number: number): Promise<string | undefined> {
  try {
    const page = await pdf.getPage(number)
    const { items } = await page.getTextContent()
    page.cleanup()
    return pageText(items.filter((item): item is typeof item & TextRun => 'str' in item))
  } catch {
    return undefined
  }
}

async function titleOf(pdf: Pdf): Promise<string | undefined> {
  try {
    const { info } = await pdf.getMetadata()
    const title = (info as Record<string, unknown>)['Title']
    return typeof title === 'string' ? cleanName(title) : undefined
  } catch {
    return undefined
  }
}
