import type { DocumentAdapter } from '../adapter.ts'
import { asDate, asFields, asId, asKind, asList, asText, fieldsAt, firstText } from '../fields.ts'
import { countNoise } from '../report.ts'

const spoken = new Set([
  'Default',
  'Reply',
  'ChatInputCommand',
  'ContextMenuCommand',
  'ThreadStarterMessage',
  '0',
  '19',
])

/** A channel of Discord as DiscordChatExporter writes it. */
export const discord: DocumentAdapter = {
  reads: 'document',
  format: 'discord',
  matches: (value) => fieldsAt(value, 'guild') !== undefined && asId(fieldsAt(value, 'channel')?.['id']) !== undefined,
  *read(value, { report }) {
    const channel = fieldsAt(value, 'channel') ?? {}
    const guild = asText(fieldsAt(value, 'guild')?.['name'])
    const conversation = { id: asId(channel['id']) ?? '', title: asText(channel['name']), project: guild }
    for (const item of asList(asFields(value)?.['messages'])) {
      const message = asFields(item) ?? {}
      const author = asFields(message['author'])
      const text = asText(message['content']) ?? ''
      for (const _ of asList(message['attachments'])) countNoise(report, 'attachment')
      if (!spoken.has(asKind(message['type'] ?? 'Default'))) countNoise(report, 'service_message')
      else if (text !== '')
        yield {
          conversation,
          message: {
            id: asId(message['id']),
            role: 'user',
            author: firstText(author?.['nickname'], author?.['name']),
            at: asDate(message['timestamp']),
            text,
          },
        }
    }
  },
}
