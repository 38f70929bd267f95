import type { DocumentAdapter, Entry, LineAdapter, SourceConversation, TextAdapter } from '../adapter.ts'
import { contentTexts, joinTexts } from '../content.ts'
import {
  asDate,
  asFields,
  asId,
  asKind,
  asList,
  asText,
  type Fields,
  fieldsAt,
  fieldsIn,
  firstText,
} from '../fields.ts'
import { baseName, contentHash } from '../keys.ts'
import { leaveOutNoise } from '../noise.ts'
import { countNoise } from '../report.ts'
import type { Role } from '../types.ts'

/** Transcripts of Cursor's agents: a role and a message a line. */
export const cursorLines: LineAdapter = {
  reads: 'lines',
  format: 'cursor',
  matches: (record) =>
    (record['role'] === 'user' || record['role'] === 'assistant') &&
    fieldsAt(record, 'message')?.['content'] !== undefined,
  open(context) {
    const conversation = { id: baseName(context.path) }
    return (record): Entry[] => {
      const role = record?.['role']
      if (role !== 'user' && role !== 'assistant') return []
      const texts = contentTexts(fieldsAt(record, 'message')?.['content'] ?? [])
      const leave = (text: string) => leaveOutNoise(text, (rule) => countNoise(context.report, rule))
      const text = joinTexts(role === 'user' ? texts.map(leave) : texts)
      return text === '' ? [] : [{ conversation, message: { role, text } }]
    }
  },
}

const bubbleRoles: Record<string, Role> = { '1': 'user', '2': 'assistant', user: 'user', ai: 'assistant' }
const bubblesOf = (fields: Fields | undefined): unknown[] => asList(fields?.['conversation'] ?? fields?.['bubbles'])
const isBubble = (value: unknown): boolean => bubbleRoles[asKind(asFields(value)?.['type'])] !== undefined

/** Chats of Cursor as tools take them from its store: composers and tabs with bubbles. */
export const cursorDocument: DocumentAdapter = {
  reads: 'document',
  format: 'cursor',
  matches: (value) => chatsOf(value).some((chat) => isBubble(bubblesOf(chat)[0])),
  *read(value) {
    for (const chat of chatsOf(value)) {
      const bubbles = fieldsIn(bubblesOf(chat))
      const conversation: SourceConversation = {
        id: firstText(chat['composerId'], chat['tabId'], chat['id']) ?? contentHash(JSON.stringify(bubbles[0])),
        title: firstText(chat['name'], chat['chatTitle']),
      }
      for (const bubble of bubbles) {
        const role = bubbleRoles[asKind(bubble['type'])]
        const text = firstText(bubble['text'], bubble['rawText'])
        if (role === undefined || text === undefined) continue
        const at = asDate(bubble['createdAt'] ?? bubble['timestamp'])
        const model = role === 'assistant' ? asText(bubble['modelType']) : undefined
        yield { conversation, message: { id: asId(bubble['bubbleId'] ?? bubble['id']), role, at, model, text } }
      }
    }
  },
}

function chatsOf(value: unknown): Fields[] {
  const fields = asFields(value)
  const list = fields === undefined ? asList(value) : asList(fields['tabs'] ?? fields['allComposers'] ?? [fields])
  return fieldsIn(list)
}

const exported = /^# ([^\n]*)\r?\n_Exported on [^\n]* from Cursor[^\n]*_\r?\n/
const turn = /^---\r?\n\r?\n\*\*(User|Cursor)\*\*\r?\n\r?\n/gm

/** A chat that Cursor exports as Markdown: a rule and the speaker's name before each turn. */
export const cursorText: TextAdapter = {
  reads: 'text',
  format: 'cursor',
  matches: (head) => exported.test(head),
  *read(text) {
    const turns = [...text.matchAll(turn)]
    const bodyOf = (index: number) => {
      const begin = (turns[index]?.index ?? 0) + (turns[index]?.[0].length ?? 0)
      // the blank line before the next rule is the export's own
      return text.slice(begin, turns[index + 1]?.index).replace(/\r?\n(\r?\n)?$/, '')
    }
    const title = exported.exec(text)?.[1]
    const conversation = { id: contentHash(title, bodyOf(0)), title }
    for (const [index, [, speaker]] of turns.entries())
      yield { conversation, message: { role: speaker === 'User' ? 'user' : 'assistant', text: bodyOf(index) } }
  },
}
