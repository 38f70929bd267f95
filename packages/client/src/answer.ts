import { type ErrorCode, errorCodes, type Operation, PalaceError } from '@loci/contract'

/** The output of an answer, checked; anything else becomes the PalaceError that the server meant. */
export async function readAnswer(op: Operation, response: Response, base: string): Promise<unknown> {
  const body = await readJson(response, base)
  if (!response.ok) throw toError(response, body, base)
  // fields that a newer server adds are dropped, not refused
  const parsed = op.output.safeParse(body)
  if (parsed.success) return parsed.data
  throw new PalaceError('internal', `the answer of ${base} is not one that this version of Loci understands`, {
    help: 'Check that LOCI_URL is a Loci server, and that its version is the one of this client.',
    cause: parsed.error,
  })
}

async function readJson(response: Response, base: string): Promise<unknown> {
  try {
    const text = await response.text()
    return text === '' ? undefined : JSON.parse(text)
  } catch (cause) {
    if (cause instanceof SyntaxError) return undefined
    throw new PalaceError('unavailable', `the connection to ${base} broke in the middle of an answer`, { cause })
  }
}

function toError(response: Response, body: unknown, base: string): PalaceError {
  const error = isRecord(body) && isRecord(body['error']) ? body['error'] : undefined
  if (!error || typeof error['code'] !== 'string' || typeof error['message'] !== 'string') {
    return unlikeLoci(response, base)
  }
  const { code, message, help, details, request_id: requestId } = error
  const known = isErrorCode(code)
  const found = {
    ...(isRecord(details) ? details : {}),
    // only these two are for the log of the server
    ...(typeof requestId === 'string' && response.status >= 500 ? { request_id: requestId } : {}),
  }
  return new PalaceError(known ? code : codeOf(response.status), known ? message : `${message} (${code})`, {
    help: typeof help === 'string' ? help : undefined,
    details: Object.keys(found).length > 0 ? found : undefined,
  })
}

/** Something answers, but not with our envelope: a proxy in front of Loci, or another program. */
function unlikeLoci(response: Response, base: string): PalaceError {
  const to = response.headers.get('location')
  if (response.status >= 300 && response.status < 400 && to !== null) {
    return new PalaceError('unavailable', `${base} redirects to ${to}`, { help: 'Set LOCI_URL to where it redirects.' })
  }
  const code = codeOf(response.status)
  const options = code === 'internal' ? { help: 'Check that LOCI_URL is a Loci server.' } : {}
  return new PalaceError(code, `${base} answered ${response.status}, and not as Loci does`, options)
}

const codesByStatus: Readonly<Record<number, ErrorCode>> = {
  401: 'auth.required',
  403: 'auth.forbidden',
  413: 'input.too_large',
  429: 'unavailable',
  502: 'unavailable',
  503: 'unavailable',
  504: 'unavailable',
}
const codeOf = (status: number): ErrorCode => codesByStatus[status] ?? 'internal'

const isErrorCode = (code: unknown): code is ErrorCode => typeof code === 'string' && Object.hasOwn(errorCodes, code)
const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
