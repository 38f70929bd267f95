import type { AdapterContext, DocumentAdapter, Entry } from '../adapter.ts'
import { piecedText } from '../content.ts'
import { asDate, asFields, asId, asList, asText, type Fields, fieldsAt } from '../fields.ts'
import { contentHash } from '../keys.ts'
import { countNoise } from '../report.ts'

const isMessage = (value: unknown): boolean => {
  const fields = asFields(value)
  return typeof fields?.['id'] === 'number' && (fields['type'] === 'message' || fields['type'] === 'service')
}
const isChat = (value: unknown): boolean => asList(asFields(value)?.['messages']).slice(0, 3).some(isMessage)

/** Exports of Telegram: one chat, or all of them under `chats`. */
export const telegram: DocumentAdapter = {
  reads: 'document',
  format: 'telegram',
  matches: (value) => isChat(value) || asList(fieldsAt(value, 'chats')?.['list']).some(isChat),
  *read(value, context) {
    const chats = isChat(value) ? [value] : asList(fieldsAt(value, 'chats')?.['list'])
    for (const chat of chats) yield* readChat(asFields(chat) ?? {}, context)
  },
}

function* readChat(chat: Fields, { report }: AdapterContext): Generator<Entry> {
  const title = asText(chat['name'])
  const conversation = { id: asId(chat['id']) ?? contentHash(title, asText(chat['type'])), title }
  for (const item of asList(chat['messages'])) {
    const message = asFields(item) ?? {}
    if (message['type'] !== 'message') {
      countNoise(report, 'service_message')
      continue
    }
    if (message['file'] !== undefined || message['photo'] !== undefined) countNoise(report, 'attachment')
    // bold words, links and mentions are pieces of their own
    const text = piecedText(message['text'])
    if (text === '') continue
    // the plain date has no zone
    const at = asDate(message['date_unixtime']) ?? asDate(asText(message['date'])?.concat('Z'))
    const author = asText(message['from']) ?? asId(message['from_id'])
    yield { conversation, message: { id: asId(message['id']), role: 'user', author, at, text } }
  }
}
