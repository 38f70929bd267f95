import { sampleAddress } from './address.ts'
import type { Commanded } from './operation-command.ts'

const samples: Readonly<Record<string, string>> = {
  query: 'why did we choose Postgres',
  entry: "'we chose Postgres'",
  agent_name: 'ada',
  id: '0198c5a0-0000-7000-8000-000000000001',
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
])

/** Lines for `--help`, made from the form of the command. */
export function examplesOf({ command }: Commanded): string[] {
  const { name, address, argument } = command
  const plain = ['loci', name, address ? sampleAddress(address) : (samples[argument ?? ''] ?? '')]
    .filter(Boolean)
    .join(' ')
  const more = (further[name] ?? []).map((flags) => `${plain} ${flags}`)
  return [...(needsMore.has(name) ? [] : [plain]), ...more]
}
