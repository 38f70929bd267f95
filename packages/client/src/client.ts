import {
  type Caller,
  type Input,
  type OperationName,
  type Operations,
  operations,
  type Output,
  PalaceError,
  parseInput,
} from '@loci/contract'
import { readAnswer } from './answer.ts'
import { buildRequest } from './request.ts'

export interface ClientOptions {
  /** Where the server is, such as `http://127.0.0.1:5624`; what is below it is `/api`. */
  url: string
  token?: string | undefined
  fetch?: typeof fetch | undefined
  /** Sent with every request. */
  headers?: Record<string, string> | undefined
}

export interface Client {
  call: Caller
}

/** A client of the server at `url`: `call` answers as the service itself does, errors included. */
export function createClient(options: ClientOptions): Client {
  const base = baseOf(options.url)
  const headers = headersOf(options)
  return {
    async call<K extends OperationName>(name: K, input: Input<Operations[K]>) {
      const op = operations[name]
      // what the server would refuse is refused here with the same words, before it is sent
      parseInput(op.input, input)
      const { path, method, body } = buildRequest(op, input)
      const response = await send(base, path, options, {
        method,
        // a redirect would turn a POST into a GET
        redirect: 'manual',
        headers: body === undefined ? headers : { ...headers, 'content-type': 'application/json' },
        ...(body === undefined ? {} : { body }),
      })
      return asOutput<K>(await readAnswer(op, response, base))
    },
  }
}

/** Refuses what `fetch` would refuse later with less to go by, and drops what does not belong to a base. */
function baseOf(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password) {
    throw new PalaceError('input.invalid', `${text} is not the URL of a server`, {
      help: 'It looks like http://127.0.0.1:5624, without user name and password.',
    })
  }
  return url.origin + url.pathname.replace(/\/+$/, '')
}

function headersOf({ token, headers }: ClientOptions): Record<string, string> {
  const authorization = token === undefined ? {} : { authorization: `Bearer ${token}` }
  try {
    return Object.fromEntries(new Headers({ accept: 'application/json', ...authorization, ...headers }))
  } catch {
    // without the cause, whose message quotes the token
    throw new PalaceError('input.invalid', 'the token holds characters that no header can carry', {
      help: 'Check LOCI_TOKEN.',
    })
  }
}

async function send(base: string, path: string, { fetch = globalThis.fetch }: ClientOptions, init: RequestInit) {
  try {
    return await fetch(`${base}/api${path}`, init)
  } catch (cause) {
    throw new PalaceError('unavailable', `no Loci answers at ${base} (${reasonOf(cause)})`, {
      help: 'Start it with `npm start`, or check LOCI_URL.',
      cause,
    })
  }
}

/** `ECONNREFUSED` and its like, which `fetch` hides one or two causes down. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if ('code' in error && typeof error.code === 'string') return error.code
  return error.cause === undefined ? error.message : reasonOf(error.cause)
}

/** The contract of operation K has checked it, which its type cannot say. */
const asOutput = <K extends OperationName>(value: unknown) => value as Output<Operations[K]>
