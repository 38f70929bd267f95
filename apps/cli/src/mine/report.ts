import { type ChatCounts, type DocumentError, type FoundSecret, type SkipReason, skipReasons } from '@loci/mining'
import { oneLine } from '../output/neutralise.ts'
import { styled } from '../output/terminal.ts'

/** What mining a folder did, as `loci mine` prints it in JSON. */
export interface MineReport {
  root: string
  wing: string
  room: string | null
  dry_run: boolean
  interrupted: boolean
  added: number
  updated: number
  unchanged: number
  /** What a dry run found new or changed. */
  pending: number
  /** How many entries were skipped, by reason. */
  skipped: Partial<Record<SkipReason, number>>
  /** Which ones, with `--verbose`. */
  skipped_paths?: { path: string; reason: SkipReason }[]
  /** What chats held. */
  chats?: ChatCounts | undefined
  errors: DocumentError[]
  /** How many secrets of which kinds stand in what was read, and where the first ones are. */
  secrets?: Record<string, number> | undefined
  secrets_found: FoundSecret[]
}

/** The report as text. */
export function renderMineReport(report: MineReport): string {
  const { root, wing, room, added, updated, unchanged, pending, errors } = report
  const into = room === null ? wing : `${wing}/${room}`
  const skipped = Object.values(report.skipped).reduce((total, one) => total + one, 0)
  const counts = [
    ...(report.dry_run ? [`to file ${pending}`] : [`added ${added}`, `updated ${updated}`]),
    `unchanged ${unchanged}`,
    `skipped ${skipped}`,
    `failed ${errors.length}`,
  ]
  const title = report.interrupted ? 'stopped mining' : report.dry_run ? 'looked at' : 'mined'
  const failed = errors.map(({ path, message }) => `${oneLine(path)}: ${oneLine(message)}`)
  return [
    `${title} ${oneLine(root)}, wing ${styled('bold', oneLine(into))}`,
    counts.join(', '),
    ...(report.chats ? chatLines(report.chats) : []),
    ...section('skipped', skippedLines(report)),
    ...section('failed', failed),
    ...section('secrets in what was read (LOCI_SECRETS=mask masks them)', secretLines(report)),
  ].join('\n')
}

const secretLines = ({ secrets_found: found }: MineReport): string[] =>
  found.map(({ path, rule, line }) => `${oneLine(path)}:${line}: ${rule}`)

function chatLines({ messages, formats, noise, incomplete }: ChatCounts): string[] {
  const of = (counts: Record<string, number>) =>
    Object.entries(counts)
      .map(([name, count]) => `${count} ${name}`)
      .join(', ')
  const left = Object.keys(noise).length > 0 ? `, left out as nobody's words: ${of(noise)}` : ''
  return [
    `${messages} messages in ${of(formats) || 'no file'}${left}`,
    ...(incomplete > 0 ? [`${incomplete} files end in the middle of a line; it comes with the next run`] : []),
  ]
}

function skippedLines({ skipped, skipped_paths: paths = [] }: MineReport): string[] {
  return Object.entries(skipped).flatMap(([reason, number]) => [
    `${String(number).padStart(6)}  ${reason}: ${sentences[reason] ?? ''}`,
    ...paths.filter((one) => one.reason === reason).map(({ path }) => `          ${oneLine(path)}`),
  ])
}

const sentences: Readonly<Record<string, string>> = skipReasons

const section = (title: string, lines: string[]): string[] =>
  lines.length === 0 ? [] : ['', styled('bold', title), ...lines.map((line) => `  ${line}`)]
