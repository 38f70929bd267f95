import type * as z from 'zod'
import type { ErrorCode } from './errors.ts'

export type Method = 'get' | 'post' | 'patch' | 'delete'

/** What an operation touches, and so who may call it and in which memory mode. */
export type Access = 'open' | 'read' | 'write' | 'administer'

export interface Operation<I extends z.ZodObject = z.ZodObject, O extends z.ZodObject = z.ZodObject> {
  /** One line, for OpenAPI, `--help` and the list of tools alike. */
  summary: string
  /** What a caller should know beyond the summary. */
  description?: string
  /** `open` touches no palace content, `read` shows some, `write` changes it, `administer` runs the server. */
  access: Access
  /** What it does to the palace's content, when that is not what its access says: what memory modes go by. */
  touches?: 'nothing' | 'reads' | 'writes'
  /** Asks for a confirmation on a terminal and sets `destructiveHint` over MCP. */
  destructive?: boolean
  /** Whether the same call again changes nothing more. Reads are. */
  idempotent?: boolean
  http: {
    method: Method
    /** Below `/api`. `{drawer+}` takes the rest of the path, slashes and all. */
    path: `/${string}`
    /** 201 is answered only when the output says `created: true`, 202 unless it says `pending: false`; else it is 200. */
    status?: 200 | 201 | 202
    /** Other names of fields in the query string. */
    query?: Readonly<Record<string, string>>
  }
  /** The MCP tool, without its prefix. */
  tool?: { name: string; title: string }
  /** The command, and which fields its ADDRESS (segments between slashes) or plain arguments fill, in order. */
  command?: { name: string; address?: readonly string[]; required?: number; argument?: string | readonly string[] }
  input: I
  output: O
  errors: readonly ErrorCode[]
}

export function operation<const I extends z.ZodObject, const O extends z.ZodObject>(
  declaration: Operation<I, O>,
): Operation<I, O> {
  return declaration
}

/** What a caller writes: fields with a default are optional. */
export type Input<Op extends Operation> = z.input<Op['input']>
/** What a handler receives: defaults filled in. */
export type Parsed<Op extends Operation> = z.output<Op['input']>
export type Output<Op extends Operation> = z.output<Op['output']>

/** The fields in the path: `wing` and `drawer` of `/wings/{wing}/drawers/{drawer+}`. */
export function pathFields(op: Operation): { name: string; rest: boolean }[] {
  return [...op.http.path.matchAll(/\{(\w+)(\+?)\}/g)].map((m) => ({ name: m[1] ?? '', rest: m[2] === '+' }))
}

/** The fields that the plain arguments of the command fill, in order. */
export const argumentsOf = ({ command }: Operation): readonly string[] => [command?.argument ?? []].flat()

/** The status of a success, which depends on what came of it. */
export function statusOf({ http: { status = 200 } }: Operation, output: object): 200 | 201 | 202 {
  if (status === 201) return 'created' in output && output.created === true ? 201 : 200
  return status === 202 && 'pending' in output && output.pending === false ? 200 : status
}

/** Whether what is not in the path travels in a JSON body; otherwise it is in the query string. */
export const hasBody = (op: Operation): boolean => op.http.method === 'post' || op.http.method === 'patch'
