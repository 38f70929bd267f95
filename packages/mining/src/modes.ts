import { type ChatExtract } from './convos/chat-documents.ts'
import { mineConvos } from './convos/mine-convos.ts'
import type { DocumentKind, MineOptions, MinePosition } from './documents.ts'
import { mineDocuments } from './extract/mine-documents.ts'
import { mineProject } from './mine-project.ts'

/** What a folder is mined for: its files, the chats in it, or the texts of its documents. */
export type MineMode = 'projects' | 'convos' | 'extract'

interface Mode {
  /** What the documents are that it files. */
  kind: DocumentKind
  mine: (options: MineOptions & { extract?: ChatExtract | undefined }) => Promise<MinePosition>
}

/** How a folder is mined, by mode. */
export const mineModes: Readonly<Record<MineMode, Mode>> = {
  projects: { kind: 'file', mine: mineProject },
  convos: { kind: 'chat', mine: mineConvos },
  extract: { kind: 'document', mine: mineDocuments },
}
