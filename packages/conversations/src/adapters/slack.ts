import type { AdapterContext, DocumentAdapter, SourceConversation, SourceMessage } from '../adapter.ts'
import { asDate, asFields, asId, asKind, asList, asText, type Fields, fieldsAt, firstText } from '../fields.ts'
import { countNoise } from '../report.ts'

const isMessage = (value: unknown): boolean => {
  const fields = asFields(value)
  return fields?.['type'] === 'message' && /^\d+\.\d+$/.test(String(fields['ts']))
}

/** A day of a Slack channel, a file of an export folder: the folder is the channel, and threads go through many days. */
export const slack: DocumentAdapter = {
  reads: 'document',
  format: 'slack',
  matches: (value) => asList(value).slice(0, 3).some(isMessage),
  *read(value, context) {
    const conversation = channelOf(context)
    for (const item of asList(value)) {
      const message = isMessage(item) ? readMessage(asFields(item) ?? {}, context) : undefined
      if (message !== undefined) yield { conversation, message }
    }
  },
}

function channelOf({ path, names }: AdapterContext): SourceConversation {
  const folder = path.split(/[\\/]/).at(-2) ?? path
  return names?.channels.get(folder) ?? { id: folder, title: `#${folder}` }
}

// who came and went, and what was renamed
const serviceKinds = /^(?:channel|group)_(?:join|leave|topic|purpose|name|archive|unarchive)$|^bot_(?:add|remove)$/

function readMessage(fields: Fields, { report, names }: AdapterContext): SourceMessage | undefined {
  if (serviceKinds.test(asKind(fields['subtype']))) {
    countNoise(report, 'service_message')
    return undefined
  }
  for (const _ of asList(fields['files'])) countNoise(report, 'attachment')
  const text = asText(fields['text']) ?? ''
  if (text === '') return undefined
  const user = asId(fields['user']) ?? asId(fields['bot_id'])
  const profile = fieldsAt(fields, 'user_profile')
  return {
    // a channel has no two messages of one time
    id: asId(fields['ts']),
    role: 'user',
    author: firstText(
      names?.people.get(user ?? ''),
      profile?.['real_name'],
      profile?.['name'],
      fields['username'],
      user,
    ),
    at: asDate(fields['ts']),
    text,
    thread: asId(fields['thread_ts']),
  }
}
