import { type Operation, PalaceError } from '@loci/contract'
import type { ApiContext } from './env.ts'
import { invalid } from './invalid.ts'

/** The fields in the path, each segment decoded once, so that %2F in a name is no border. */
export function readPath(op: Operation, c: ApiContext): Record<string, string> {
  refuseDots(c)
  const given = new URL(c.req.url).pathname.split('/').slice('/api/'.split('/').length - 1)
  const template = op.http.path.split('/').slice(1)
  const fields = template.flatMap((segment, index): [string, string][] => {
    const [, name = '', rest] = /^\{(\w+)(\+?)\}$/.exec(segment) ?? []
    if (name === '') return []
    const segments = rest === '+' ? given.slice(index) : given.slice(index, index + 1)
    return [[name, segments.map((text) => decode(name, text)).join('/')]]
  })
  return Object.fromEntries(fields)
}

function decode(name: string, segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    throw invalid(name, 'is not well encoded in the path')
  }
}

/** URLs resolve dots before anyone sees them, so `drawers/a/../b` would reach another drawer than was written. */
function refuseDots(c: ApiContext): void {
  const [path = ''] = (c.env?.incoming?.url ?? '').split('?')
  if (path.split('/').some((segment) => /^(\.|%2e){1,2}$/i.test(segment)))
    throw new PalaceError('palace.path_invalid', 'a path has no segment that is . or ..')
}
