import { setImmediate } from 'node:timers/promises'
import { Parser } from 'htmlparser2'
import { createLineWriter } from '../line-writer.ts'
import { decodeMarkup } from '../markup-encoding.ts'
import { Refusal } from '../reasons.ts'
import { cleanName, type TextBudget } from '../text-budget.ts'
import type { ReadResult } from '../types.ts'
import { createHtmlFlow } from './html-flow.ts'

/** What a page says, and what it and its first heading call it. */
export interface HtmlPage {
  title?: string
  heading?: string
  text: string
}

// a longer piece would keep the process from anything else for too long
const pieceLength = 65_536
// deeper than any page that browsers lay out; the parser slows down with the depth
const maxDepth = 1_000

/** A page as one part: blocks as lines, tables by rows and cells. Nothing in it is run or fetched. */
export async function readHtml(bytes: Uint8Array, budget: TextBudget): Promise<ReadResult> {
  const { title, text } = await readPage(decodeMarkup(bytes), budget)
  return { ...(title !== undefined && { title }), parts: [{ text }] }
}

/** The text of a page of HTML or XHTML. Refused as `broken` when elements nest past all measure. */
export async function readPage(markup: string, budget: TextBudget): Promise<HtmlPage> {
  const writer = createLineWriter(budget)
  const flow = createHtmlFlow(writer)
  let depth = 0
  const parser = new Parser(
    {
      onopentag(name) {
        depth += 1
        if (depth > maxDepth) throw new Refusal('broken')
        flow.open(name)
      },
      ontext: (text) => flow.text(text),
      onclosetag(name) {
        depth -= 1
        flow.close(name)
      },
    },
    // XHTML closes any element by a slash; pages that mean something else by it are rarer than books
    { recognizeSelfClosing: true },
  )
  for (let start = 0; start < markup.length; start += pieceLength) {
    parser.write(markup.slice(start, start + pieceLength))
    await setImmediate()
  }
  parser.end()
  const title = cleanName(flow.title())
  const heading = cleanName(flow.heading())
  return { ...(title !== undefined && { title }), ...(heading !== undefined && { heading }), text: writer.take() ?? '' }
}
