import type { Entry, TextAdapter } from '../adapter.ts'
import { baseName, contentHash } from '../keys.ts'
import { isDayFirst, readStamp } from './whatsapp-stamps.ts'

const mark = '[\u200e\u200f]?'
const date = String.raw`\d{1,4}[./-]\d{1,2}[./-]\d{1,4},?`
const clock = String.raw`\d{1,2}[:.]\d{2}(?:[:.]\d{2})?(?:[ \u00a0\u202f]?[AaPp]\.?[ \u00a0]?[Mm]\.?)?`
const stamp = new RegExp(String.raw`^${mark}(?:\[(${date} ${clock})\] |(${date} ${clock}) - )`, 'gm')
// behind the stamp a name, a colon and a space; what has none is said by the app
const speaker = /^([^:\n]{1,80}): /

/** Chats of WhatsApp as its text export, of either kind of phone. Times have no zone and are read as UTC. */
export const whatsapp: TextAdapter = {
  reads: 'text',
  format: 'whatsapp',
  matches: (head) => (head.replace(/^\ufeff/, '').match(stamp)?.length ?? 0) >= 2 && head.search(stamp) <= 1,
  *read(text, { path }): Generator<Entry> {
    const starts = [...text.matchAll(stamp)]
    const dayFirst = isDayFirst(starts.map((start) => start[1] ?? start[2] ?? ''))
    const first = text.slice(starts[0]?.index, starts[1]?.index)
    const conversation = { id: contentHash(first), title: baseName(path) }
    for (const [index, start] of starts.entries()) {
      // the line break before the next stamp is the export's own
      const body = text.slice(start.index + start[0].length, starts[index + 1]?.index).replace(/\r?\n$/, '')
      const named = speaker.exec(body)
      const when = start[1] ?? start[2] ?? ''
      const said = named === null ? body : body.slice(named[0].length)
      const author = named?.[1]?.replace(/^[\u200e\u200f]/, '')
      const at = readStamp(when, dayFirst)
      if (said !== '')
        yield {
          conversation,
          message: { role: named === null ? 'system' : 'user', author, at, stamp: when, text: said },
        }
    }
  },
}
