import type { Exchange } from './exchanges.ts'
import { gradeSentence } from './memory-rules.ts'
import { sentencesOf } from './sentences.ts'
import type { Role } from './types.ts'

export type MemoryKind = 'decision' | 'preference' | 'milestone' | 'problem' | 'emotion'

export interface Memory {
  kind: MemoryKind
  /** Word for word the exchange's text from `start` to `end`. */
  text: string
  /** In UTF-16 units of the exchange's text. */
  start: number
  end: number
  /** From 0 to 1. */
  confidence: number
  messageId: string
  role: Role
}

/** What is less sure than this is not a memory. */
const leastConfidence = 0.6

/**
 * The sentences of an exchange that state a decision, a preference, a milestone, a problem or a feeling. By rules for
 * English, which would rather miss one than make one up: code, quotations, questions and suppositions are none. Tools
 * and systems have nothing to remember, and only people have preferences and feelings.
 */
export function extractMemories(exchange: Pick<Exchange, 'text' | 'spans' | 'messages'>): Memory[] {
  const roles = new Map(exchange.messages.map(({ id, role }) => [id, role]))
  return exchange.spans.flatMap(({ messageId, start, end }) => {
    const role = roles.get(messageId)
    if (role !== 'user' && role !== 'assistant') return []
    return sentencesOf(exchange.text.slice(start, end)).flatMap((sentence): Memory[] => {
      const grade = gradeSentence(sentence.text, role)
      if (grade === undefined || grade.confidence < leastConfidence) return []
      const from = start + sentence.start
      return [{ ...grade, text: sentence.text, start: from, end: from + sentence.text.length, messageId, role }]
    })
  })
}
