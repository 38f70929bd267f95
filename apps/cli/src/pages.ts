import type { Caller, OperationName } from '@loci/contract'
import type { Field } from './fields.ts'
import { callAny } from './open-palace.ts'

interface Page {
  items: unknown[]
  next_cursor: string | null
}

export const isPage = (output: object): output is Page =>
  'items' in output && Array.isArray(output.items) && 'next_cursor' in output

/** Every page of a listing as one, asked for in the largest steps there are. */
export async function callAllPages(
  call: Caller,
  name: OperationName,
  input: Record<string, unknown>,
  fields: readonly Field[],
): Promise<object> {
  const limit = fields.find(({ flag }) => flag === 'limit')?.maximum
  const items: unknown[] = []
  let cursor = input['cursor']
  for (;;) {
    const page = await callAny(call, name, { limit, ...input, ...(cursor === undefined ? {} : { cursor }) })
    if (!isPage(page)) return page
    items.push(...page.items)
    if (page.next_cursor === null) return { ...page, items }
    cursor = page.next_cursor
  }
}

/** The command that shows the next page: the same one with another cursor. */
export function nextCommand(id: string, argv: readonly string[], cursor: string): string {
  const kept = argv.filter((arg, at) => !/^--cursor(=|$)/.test(arg) && argv[at - 1] !== '--cursor')
  return ['loci', ...id.split(':'), ...kept.map(quote), '--cursor', quote(cursor)].join(' ')
}

const quote = (arg: string) => (/^[\w./:@%+=-]+$/.test(arg) ? arg : `'${arg.replaceAll("'", `'\\''`)}'`)
