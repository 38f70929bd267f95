import { hasBody, type Operation, PalaceError, pathFields } from '@loci/contract'

export interface BuiltRequest {
  method: string
  /** Below `/api`, with its query string. */
  path: string
  body: string | undefined
}

/** Puts each field of an input where the operation's route has it: the path, the query string or the body. */
export function buildRequest(op: Operation, input: object): BuiltRequest {
  const given = Object.entries(input).filter(([, value]) => value !== undefined)
  const inPath = new Set(pathFields(op).map(({ name }) => name))
  const others = given.filter(([name]) => !inPath.has(name))
  const method = op.http.method.toUpperCase()
  const path = buildPath(op, Object.fromEntries(given))
  if (hasBody(op)) return { method, path, body: JSON.stringify(Object.fromEntries(others)) }
  const query = buildQuery(op, others)
  return { method, path: query ? `${path}?${query}` : path, body: undefined }
}

function buildPath(op: Operation, fields: Record<string, unknown>): string {
  return pathFields(op).reduce((path, { name, rest }) => {
    const value = String(fields[name])
    const segments = rest ? value.split('/') : [value]
    // a URL drops these two, and the request would arrive somewhere else
    if (segments.some((segment) => segment === '.' || segment === '..')) {
      throw new PalaceError('palace.path_invalid', `${name}: no part of an address is . or ..`)
    }
    // by a function: a replacement text would read $& and its like in names
    return path.replace(rest ? `{${name}+}` : `{${name}}`, () => segments.map(encodeURIComponent).join('/'))
  }, op.http.path as string)
}

function buildQuery(op: Operation, fields: [string, unknown][]): string {
  const aliases = new Map(Object.entries(op.http.query ?? {}).map(([alias, field]) => [field, alias]))
  const query = new URLSearchParams()
  for (const [name, value] of fields) {
    for (const one of Array.isArray(value) ? value : [value]) query.append(aliases.get(name) ?? name, String(one))
  }
  return query.toString()
}
