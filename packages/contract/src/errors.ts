/**
 * Every way an operation can fail, once, with how each door says it.
 * `status` is the HTTP status, `exit` the CLI's exit code, `retryable` whether the same call may succeed later,
 * `help` what to do when the thrower knows nothing better.
 */
export const errorCodes = {
  'input.invalid': { status: 400, exit: 2, retryable: false, help: 'Correct the named fields and try again.' },
  'input.too_large': { status: 413, exit: 2, retryable: false, help: 'Send less at once.' },
  'palace.path_invalid': {
    status: 400,
    exit: 2,
    retryable: false,
    help: 'An address is wing, wing/room or wing/room/drawer; a drawer name may hold further slashes.',
  },
  'palace.name_near': {
    status: 409,
    exit: 5,
    retryable: false,
    help: 'Use the existing name, or create without strict.',
  },
  'palace.busy': {
    status: 409,
    exit: 5,
    retryable: true,
    help: 'Wait for the named jobs to end or cancel them, then try again.',
  },
  'auth.required': {
    status: 401,
    exit: 3,
    retryable: false,
    help: 'Send a token: Authorization: Bearer TOKEN, or LOCI_TOKEN for the command line.',
  },
  'auth.forbidden': { status: 403, exit: 3, retryable: false, help: 'Use a token whose role allows this.' },
  'mode.forbidden': {
    status: 403,
    exit: 3,
    retryable: false,
    help: 'Ask for another memory mode: full reads and writes, read_only reads, disabled does neither.',
  },
  'wing.not_found': { status: 404, exit: 4, retryable: false, help: 'List the wings to see what exists.' },
  'room.not_found': { status: 404, exit: 4, retryable: false, help: 'List the rooms of the wing to see what exists.' },
  'drawer.not_found': {
    status: 404,
    exit: 4,
    retryable: false,
    help: 'List the drawers of the room, or search, to find it.',
  },
  'entity.not_found': {
    status: 404,
    exit: 4,
    retryable: false,
    help: 'List the entities to see who and what is known.',
  },
  'fact.not_found': { status: 404, exit: 4, retryable: false, help: 'Query the entity to see the facts that hold.' },
  'tunnel.not_found': { status: 404, exit: 4, retryable: false, help: 'List the tunnels to see what exists.' },
  'trash.not_found': {
    status: 404,
    exit: 4,
    retryable: false,
    help: 'List the trash to see what can be restored. What was purged is gone.',
  },
  'change.not_found': { status: 404, exit: 4, retryable: false, help: 'List the changes to see what there is.' },
  'revision.not_found': { status: 404, exit: 4, retryable: false, help: 'List the revisions to see what there is.' },
  'trash.parent_trashed': {
    status: 409,
    exit: 5,
    retryable: false,
    help: 'Restore with parents, which brings back what it was in as well.',
  },
  'job.not_found': { status: 404, exit: 4, retryable: false, help: 'List the jobs to see what exists.' },
  'route.not_found': { status: 404, exit: 4, retryable: false, help: 'See /docs for the routes of this server.' },
  'wing.name_taken': { status: 409, exit: 5, retryable: false, help: 'Choose another name, or merge the two.' },
  'room.name_taken': { status: 409, exit: 5, retryable: false, help: 'Choose another name, or merge the two.' },
  'drawer.name_taken': {
    status: 409,
    exit: 5,
    retryable: false,
    help: 'Choose another name, or edit the drawer that has it.',
  },
  'entity.name_taken': { status: 409, exit: 5, retryable: false, help: 'Choose another name, or merge the two.' },
  'fact.overlaps': {
    status: 409,
    exit: 5,
    retryable: false,
    help: 'Supersede the fact that holds, or give the time when this one held.',
  },
  'tunnel.exists': { status: 409, exit: 5, retryable: false, help: 'Relabel the tunnel that joins these rooms.' },
  'revision.stale': {
    status: 409,
    exit: 5,
    retryable: false,
    help: 'Read it again, and repeat the change on what it is now.',
  },
  'job.transition_invalid': {
    status: 409,
    exit: 5,
    retryable: false,
    help: 'Look at the job: its state does not allow this.',
  },
  'job.key_reused': {
    status: 409,
    exit: 5,
    retryable: false,
    help: 'Use another idempotency key, or send the same job as the first time.',
  },
  'job.crashed': {
    status: 500,
    exit: 1,
    retryable: false,
    help: 'Look at the log of the server for what killed its worker; then retry the job, it goes on where it was.',
  },
  'job.overran': { status: 500, exit: 1, retryable: false, help: 'Retry the job: it goes on at its resume point.' },
  'source.unreadable': {
    status: 400,
    exit: 2,
    retryable: false,
    help: 'Check that the path exists, is a folder, and may be read.',
  },
  'source.forbidden': {
    status: 403,
    exit: 3,
    retryable: false,
    help: 'Mine it from your own machine with `loci mine`, or add its parent to LOCI_MINE_ROOTS of the server.',
  },
  unavailable: { status: 503, exit: 6, retryable: true, help: 'Try again in a moment.' },
  internal: {
    status: 500,
    exit: 1,
    retryable: false,
    help: 'Report it with the request id; the log of the server has the details.',
  },
} as const satisfies Record<
  string,
  { status: 400 | 401 | 403 | 404 | 409 | 413 | 500 | 503; exit: number; retryable: boolean; help: string }
>

export type ErrorCode = keyof typeof errorCodes

export interface ErrorBody {
  code: ErrorCode
  message: string
  help: string
  details?: Record<string, unknown>
}

export interface PalaceErrorOptions {
  details?: Record<string, unknown> | undefined
  help?: string | undefined
  cause?: unknown
}

/** The one error class. It is meant to be read by whoever called: no path of the server, no SQL, no stack. */
export class PalaceError extends Error {
  override readonly name = 'PalaceError'
  readonly code: ErrorCode
  readonly help: string
  readonly details: Record<string, unknown> | undefined

  constructor(code: ErrorCode, message: string, options: PalaceErrorOptions = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause })
    this.code = code
    this.help = options.help ?? errorCodes[code].help
    this.details = options.details
  }

  /** The inside of the envelope `{ error: … }`, the same at every door. */
  toBody(): ErrorBody {
    const { code, message, help, details } = this
    return { code, message, help, ...(details && { details }) }
  }
}

/** True across module copies, where `instanceof` is not. */
export function isPalaceError(error: unknown): error is PalaceError {
  return error instanceof Error && error.name === 'PalaceError' && 'code' in error && String(error.code) in errorCodes
}

/** What may leave the process for any error: its own words when it is ours, none of its insides when it is not. */
export function toPalaceError(error: unknown): PalaceError {
  return isPalaceError(error)
    ? error
    : new PalaceError('internal', 'something went wrong inside Loci', { cause: error })
}
