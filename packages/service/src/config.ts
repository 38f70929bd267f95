import { homedir } from 'node:os'
import { delimiter, join, resolve } from 'node:path'
import { Mode, PalaceError } from '@loci/contract'
import * as z from 'zod'

const number = z.coerce.number('must be a number')
const port = number.int('must be a whole number').min(0).max(65_535)
const positive = number.int('must be a whole number').min(1)
const secret = z.string().min(8).optional()

/** The one place that knows the environment: every variable, its form, and what holds without it. */
const Environment = z.object({
  LOCI_HOME: z.string().min(1).optional(),
  XDG_DATA_HOME: z.string().min(1).optional(),
  LOCI_HOST: z.string().min(1).default('127.0.0.1'),
  LOCI_PORT: port.default(5624),
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, 'must begin with postgres://')
    .optional(),
  LOCI_ADMIN_TOKEN: secret,
  LOCI_LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']).default('info'),
  LOCI_MAX_DRAWER_BYTES: positive.max(64 * 1024 * 1024).default(1024 * 1024),
  LOCI_SECRETS: z.enum(['report', 'mask', 'off']).default('report'),
  LOCI_TRASH_DAYS: z.coerce.number().int().min(0).max(36_500).default(30),
  LOCI_MINE_ROOTS: z.string().default(''),
  LOCI_DRAIN_SECONDS: number.min(0).max(3600).default(8),
  LOCI_WORKERS: positive.max(64).default(2),
  LOCI_MODE: Mode.default('full'),
  LOCI_URL: z.url({ protocol: /^https?$/ }).optional(),
  LOCI_TOKEN: z.string().min(1).optional(),
  LOCI_MCP_TOOL_PREFIX: z
    .string()
    .regex(/^[a-zA-Z][a-zA-Z0-9_-]{0,31}$/, 'must be 1 to 32 letters, digits, _ or -')
    .default('loci'),
  LOCI_MCP_TOOLS: z.string().default('full'),
  LOCI_MCP_CONTENT_EDIT: z.enum(['0', '1']).default('1'),
})

export interface Config {
  home: string
  host: string
  port: number
  databaseUrl: string | undefined
  adminToken: string | undefined
  logLevel: 'trace' | 'debug' | 'info' | 'warn' | 'error' | 'fatal' | 'silent'
  maxDrawerBytes: number
  /** What becomes of well-known secrets in what is mined. */
  secrets: 'report' | 'mask' | 'off'
  /** How long the trash keeps what is deleted; 0 for ever. */
  trashDays: number
  /** Folders below which the server may mine. */
  mineRoots: string[]
  drainSeconds: number
  /** How many jobs run at once. */
  workers: number
  /** The widest memory mode that this process allows. */
  mode: Mode
  /** The server that clients talk to; without it they open the palace themselves. */
  url: string | undefined
  token: string | undefined
  mcp: { toolPrefix: string; tools: string; contentEdit: boolean }
}

/** Reads the environment. A bad value is `input.invalid` and named; an empty one counts as not given. */
export function readConfig(environment: Record<string, string | undefined>): Config {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''))
  const parsed = Environment.safeParse(given)
  if (!parsed.success) {
    const issues = parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`)
    throw new PalaceError('input.invalid', issues.join('; '), {
      help: 'Correct the environment variable and start again.',
    })
  }
  const env = parsed.data
  return {
    home: resolve(env.LOCI_HOME ?? join(env.XDG_DATA_HOME ?? join(homedir(), '.local', 'share'), 'loci')),
    host: env.LOCI_HOST,
    port: env.LOCI_PORT,
    databaseUrl: env.DATABASE_URL,
    adminToken: env.LOCI_ADMIN_TOKEN,
    logLevel: env.LOCI_LOG_LEVEL,
    maxDrawerBytes: env.LOCI_MAX_DRAWER_BYTES,
    secrets: env.LOCI_SECRETS,
    trashDays: env.LOCI_TRASH_DAYS,
    mineRoots: env.LOCI_MINE_ROOTS.split(delimiter)
      .filter(Boolean)
      .map((root) => resolve(root)),
    drainSeconds: env.LOCI_DRAIN_SECONDS,
    workers: env.LOCI_WORKERS,
    mode: env.LOCI_MODE,
    url: env.LOCI_URL,
    token: env.LOCI_TOKEN,
    mcp: {
      toolPrefix: env.LOCI_MCP_TOOL_PREFIX,
      tools: env.LOCI_MCP_TOOLS,
      contentEdit: env.LOCI_MCP_CONTENT_EDIT === '1',
    },
  }
}
