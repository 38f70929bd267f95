import { createHash } from 'node:crypto'
import { type Exchange, extractMemories, type MemoryKind } from '@loci/conversations'
import type { MinedDocument } from '../documents.ts'
import { type Found, found } from '../found.ts'
import { roomFor } from '../projects/names.ts'

export type ChatExtract = 'exchange' | 'general'

const longestTitle = 80
const rooms: Record<MemoryKind, string> = {
  decision: 'decisions',
  preference: 'preferences',
  milestone: 'milestones',
  problem: 'problems',
  emotion: 'feelings',
}

/** The documents of an exchange: itself, and what it states when that is asked for too. */
export function* chatDocuments(exchange: Exchange, uri: string, extract: ChatExtract): Generator<Found> {
  const document = toDocument(exchange, uri)
  yield found(document)
  if (extract === 'general') for (const memory of memoriesOf(exchange, document)) yield found(memory)
}

function toDocument(exchange: Exchange, uri: string): MinedDocument {
  const { key, text, author, authoredAt, position, model, alternative, project } = exchange
  return {
    path: key,
    name: nameOf(exchange),
    room: project === undefined ? 'conversations' : roomFor(`${lastSegment(project)}/`),
    uri,
    content: text,
    author,
    authoredAt,
    position,
    tags: [...(model ? [`model:${model}`.slice(0, 128)] : []), ...(alternative ? ['alternative'] : [])],
  }
}

/** By the conversation's title, its digest and the place in it: what a person can browse, and no other exchange has. */
function nameOf({ title, conversationId, thread, position }: Exchange): string {
  const clean = (title ?? 'conversation').toWellFormed().replaceAll(/[\p{Cc}/]+/gu, ' ')
  const short = Array.from(clean.trim()).slice(0, longestTitle).join('').trim() || 'conversation'
  const place = String(position + 1).padStart(4, '0')
  return `${short} ${digest(conversationId)}/${thread === undefined ? '' : `${digest(thread)}-`}${place}`
}

const digest = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 8)

const lastSegment = (path: string): string => path.split(/[\\/]/).findLast((part) => part !== '') ?? 'conversations'

function memoriesOf(exchange: Exchange, { path, uri, authoredAt, position }: MinedDocument): MinedDocument[] {
  return extractMemories(exchange).map(({ kind, text, confidence, role, messageId }) => ({
    // the sentence itself is a part of the key: a message that is read again gives the same one
    path: `${path}#${kind}:${digest(`${messageId} ${text}`)}`,
    name: `${path}#${kind}:${digest(`${messageId} ${text}`)}`.slice(-200),
    room: rooms[kind],
    uri,
    content: text,
    author: role,
    authoredAt,
    position,
    tags: [kind, `confidence:${confidence.toFixed(2)}`],
  }))
}
