import type { Mode } from '@loci/contract'

export type Channel = 'http' | 'mcp' | 'cli' | 'job'

/** Who is asking, through which door, and for which palace. It goes into every change set. */
export interface Principal {
  /** A name for the history, such as `local` or the name of a token. */
  actor: string
  channel: Channel
  /** What ties the calls of one client's session together. */
  session?: string | undefined
  palaceId: string
  role: 'reader' | 'writer' | 'admin'
  /** How much of the memory they want to be used: it narrows the role and never widens it. */
  mode: Mode
}
