import { argumentsOf } from '@loci/contract'
import { sampleAddress } from './address.ts'
import type { Commanded } from './operation-command.ts'

const samples: Readonly<Record<string, string>> = {
  query: 'why did we choose Postgres',
  entry: "'we chose Postgres'",
  agent_name: 'ada',
  id: '0198c5a0-0000-7000-8000-000000000001',
  subject: 'Ada',
  predicate: 'works_at',
  object: 'Acme',
  old_object: 'Acme',
  new_object: 'NewCo',
  entity: 'Ada',
  source_wing: 'work',
  source_room: 'decisions',
  target_wing: 'archive',
  target_room: 'meetings',
  start_room: 'work/decisions',
}

// what the form of a command alone does not show
const further: Readonly<Record<string, readonly string[]>> = {
  'wings list': ['--prefix wor', '--all --json'],
  'wings edit': ['--name office', "--description 'what we do for a living'"],
  'wings merge': ['--into office'],
  'wings delete': ['--yes'],
  'rooms edit': ['--name project-y', '--to-wing archive'],
  'rooms merge': ['--into project-y'],
  'rooms delete': ['--yes'],
  'drawers create': ['notes.md', "--content 'We ship on Fridays.' --tag decision", '- < notes.md'],
  'drawers list': ['--tag decision', '--since 2026-01-01 --sort newest'],
  'drawers edit': ['notes.md', '--name plan/2026 --no-tag', "--append 'One more thing.'"],
  search: ['--wing work --limit 10', '--since 2026-01-01 --json'],
  'drawers diff': ['--from 1 --to 3', '--by word'],
  'drawers revert': ['--to 1', '--to 1 --what text --dry-run'],
  'jobs list': ['--status running'],
  'facts add': ['--valid-from 2024-03', "--source-closet 'her profile'"],
  'facts query': ['--as-of 2025', '--direction outgoing'],
  'facts invalidate': ['--ended 2026-05-01'],
  'facts supersede': ['--at 2026-06-01'],
  'facts timeline': ['--entity Ada'],
  'entities update': ["--alias 'Ada Lovelace' --type person"],
  'entities merge': ["--into 'Ada Lovelace'"],
  'tunnels create': ["--label 'the queue'"],
  'diary write': ['--agent-name ada --topic work'],
  'diary read': ['--last-n 3'],
}

// these do nothing without more than their address
const needsMore = new Set([
  'wings edit',
  'wings merge',
  'rooms edit',
  'rooms merge',
  'drawers edit',
  'diary write',
  'drawers revert',
  'entities update',
  'entities merge',
])

/** Lines for `--help`, made from the form of the command. */
export function examplesOf(op: Commanded): string[] {
  const { name, address } = op.command
  const given = argumentsOf(op).map((argument) => samples[argument] ?? '')
  const plain = ['loci', name, ...(address ? [sampleAddress(address)] : given)].filter(Boolean).join(' ')
  const more = (further[name] ?? []).map((flags) => `${plain} ${flags}`)
  return [...(needsMore.has(name) ? [] : [plain]), ...more]
}
