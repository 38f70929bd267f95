import type { Job, Operations, Output } from '@loci/contract'
import { neutralise } from './neutralise.ts'
import { renderRecord } from './record.ts'
import { count, inWords, when } from './values.ts'
import { wrap } from './width.ts'

/** A job without what it was given, which may be long; --json has it. */
export function renderJob({ payload: _, requested, progress, ...job }: Job, width: number): string {
  const { current, total, message, rate } = progress
  const far = [total === null ? `${current}` : `${current} of ${total}`, rate === undefined ? '' : `${rate} a second`]
  return renderRecord({ ...job, asked_to: requested, progress: [...far, message].filter(Boolean).join(', ') }, width)
}

type Saved = Output<Operations['checkpoint.save']>

/** What a checkpoint filed, and what it did not; one that goes on by its job. */
export function renderCheckpoint({
  pending,
  job_id,
  added = [],
  duplicates = [],
  errors = [],
  diary,
  ...job
}: Saved): string {
  if (pending) return `the checkpoint is ${job.status ?? 'queued'}: loci jobs wait ${job_id}`
  const lines = [
    `filed ${added.length} ${added.length === 1 ? 'memory' : 'memories'}, ${duplicates.length} there already, ${count(errors.length, 'error')}`,
    ...errors.map(
      ({ index, code, message }) => `  ${index === null ? 'diary' : `item ${index}`}: ${code}: ${inWords(message)}`,
    ),
  ]
  return [...lines, ...(diary ? [`wrote in the diary of ${inWords(diary.agent)}`] : [])].join('\n')
}

/** Entries one after another, newest first. */
export function renderDiary(
  { agent, entries, total, showing }: Output<Operations['diary.read']>,
  width: number,
): string {
  if (total === 0) return `${inWords(agent)} has no diary entries`
  const texts = entries.map(({ timestamp, topic, content }) =>
    [`${when(timestamp)}  ${inWords(topic)}`, ...wrap(neutralise(content), width - 2).map((line) => `  ${line}`)].join(
      '\n',
    ),
  )
  return [...texts, ...(showing < total ? [`${showing} of ${total} entries`] : [])].join('\n\n')
}
