import { PalaceError } from '@loci/contract'
import type { ApiContext } from './env.ts'

const utf8 = new TextDecoder('utf-8', { fatal: true })

/** The JSON object in the body; an empty body is an empty object. */
export async function readBody(c: ApiContext): Promise<Record<string, unknown>> {
  const bytes = await c.req.arrayBuffer()
  if (bytes.byteLength === 0) return {}
  if (!/^application\/(json|[\w.+-]+\+json)\s*(;|$)/i.test(c.req.header('Content-Type') ?? ''))
    throw new PalaceError('input.invalid', 'the body must be JSON, with Content-Type: application/json')
  const body = parse(bytes)
  if (typeof body === 'object' && body !== null && !Array.isArray(body)) return { ...body }
  throw new PalaceError('input.invalid', 'the body must be a JSON object')
}

function parse(bytes: ArrayBuffer): unknown {
  try {
    return JSON.parse(utf8.decode(bytes))
  } catch {
    throw new PalaceError('input.invalid', 'the body is not valid JSON in UTF-8')
  }
}

/** A body where none is read would be lost silently: a delete would run without its guard. */
export function refuseBody(c: ApiContext): void {
  const length = Number(c.req.header('Content-Length') ?? 0)
  if (length > 0 || c.req.header('Transfer-Encoding') !== undefined)
    throw new PalaceError('input.invalid', 'this route takes no body; give its fields in the query')
}
