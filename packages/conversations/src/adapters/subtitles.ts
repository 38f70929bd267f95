import type { Entry, TextAdapter } from '../adapter.ts'
import { baseName, contentHash } from '../keys.ts'

const clock = String.raw`(?:\d{1,3}:)?\d{2}:\d{2}[.,]\d{3}`
const cue = new RegExp(String.raw`^(?:[^\n]*\S[^\n]*\r?\n)?(${clock})[ \t]+-->[ \t]+${clock}[^\n]*(?:\r?\n|$)`, 'gm')
const webvtt = /^\ufeff?WEBVTT(?:[ \t\r\n]|$)/
const voice = /^<v(?:\.[^ >]*)?[ \t]+([^>]+)>/

/** Subtitles and meeting transcripts, VTT and SRT: a message for each cue, said by whom its voice tag names. */
export const subtitles: TextAdapter = {
  reads: 'text',
  format: 'subtitles',
  matches: (head) => webvtt.test(head) || new RegExp(String.raw`^\s*\d+\r?\n${clock} --> `).test(head),
  *read(text, { path }): Generator<Entry> {
    const cues = [...text.matchAll(cue)]
    const title = baseName(path)
    const conversation = { id: contentHash(title, cueBody(text, cues, 0)), title }
    for (const [index, found] of cues.entries()) {
      const body = cueBody(text, cues, index)
      const author = voice.exec(body)?.[1]?.trim()
      const said = author === undefined ? body : body.replace(voice, '').replace(/<\/v>$/, '')
      if (said.trim() !== '') yield { conversation, message: { role: 'user', author, stamp: found[1], text: said } }
    }
  },
}

/** The lines of a cue, which a blank line ends. */
function cueBody(text: string, cues: RegExpExecArray[], index: number): string {
  const begin = (cues[index]?.index ?? 0) + (cues[index]?.[0].length ?? 0)
  const rest = text.slice(begin, cues[index + 1]?.index)
  const end = /^\r?\n|\r?\n[ \t]*(?=\r?\n|$)/.exec(rest)
  return end === null ? rest : rest.slice(0, end.index)
}
