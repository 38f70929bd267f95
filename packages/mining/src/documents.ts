import type { FileRevision } from './mined-files.ts'
import type { SkipReason } from './projects/skip-reasons.ts'

/** What a drawer that was made from a document says of its source. */
export type DocumentKind = 'file' | 'chat' | 'document'

/** A document as it is filed. */
export interface MinedDocument {
  /**
   * What it is known by in its wing: its path below the root, which points at a part of it if it is one, or the key of
   * an exchange.
   */
  path: string
  /** The name of its drawer; its path when not given. */
  name?: string | undefined
  room?: string | undefined
  author?: string | undefined
  authoredAt?: Date | undefined
  /** Its place in the conversation or text that it is a part of. */
  position?: number | undefined
  tags?: string[] | undefined
  /** Where it is for whoever mined it. */
  uri?: string | undefined
  content: string
}

export interface DocumentError {
  path: string
  code: string
  message: string
}

export interface MineCounts {
  added: number
  updated: number
  unchanged: number
  /** How many entries were left out, by reason. */
  skipped: Partial<Record<SkipReason, number>>
  failed: number
  /** What chats held, where some were read. */
  chats?: ChatCounts | undefined
  /** How many well-known secrets stand in what was read, by kind. */
  secrets?: Record<string, number> | undefined
}

/** What becomes of well-known secrets: told and kept, masked before anything is stored, or not looked for. */
export type SecretsPolicy = 'report' | 'mask' | 'off'

/** Where a secret was found: which kind, and on which line of what. */
export interface FoundSecret {
  path: string
  rule: string
  line: number
}

export interface ChatCounts {
  messages: number
  /** How many files of each format. */
  formats: Record<string, number>
  /** What harnesses wrote and nobody said, which is left out, by rule. */
  noise: Record<string, number>
  /** How many files end in the middle of a line: what is left of it comes with the next run. */
  incomplete: number
}

/** What became of a batch. */
export interface FiledBatch {
  added: number
  updated: number
  unchanged: number
  errors: DocumentError[]
}

/** Where mined documents go: a palace at hand, or a server. */
export interface MineTarget {
  /** The paths whose document is filed just as it is. */
  unchanged(documents: { path: string; hash: string }[]): Promise<Set<string>>
  /** Does what can be done beforehand for documents that are filed next, while the ones before are being filed. */
  prepare?: ((documents: MinedDocument[]) => Promise<void>) | undefined
  /** How many documents came of a file that is filed just as it is, which need not be read again. */
  known?: ((file: FileRevision) => Promise<number | undefined>) | undefined
  /** Remembers files of which every document is filed. */
  remember?: ((files: (FileRevision & { documents: number })[]) => Promise<void>) | undefined
  /** Files a batch; `resumeAfter` gives the position that a run which goes on after it starts from. */
  file(documents: MinedDocument[], resumeAfter: (filed: FiledBatch) => MinePosition): Promise<FiledBatch>
}

/** How far a run came: everything up to the path `after` is done. */
export interface MinePosition {
  after: string | null
  counts: MineCounts
}

export interface MineOptions {
  root: string
  maxBytes: number
  target: MineTarget
  from?: MinePosition | undefined
  /** So many files are read at most; 0 for all. */
  limit?: number | undefined
  signal?: AbortSignal | undefined
  onSkipped?: (path: string, reason: SkipReason) => void
  onErrors?: (errors: DocumentError[]) => void
  /** Reported unless told. */
  secrets?: SecretsPolicy | undefined
  onSecrets?: (found: FoundSecret[]) => void
  /** Called after each batch. */
  onProgress?: (position: MinePosition) => void | Promise<void>
}
