export { fileDocuments, unchangedDocuments } from './file-documents.ts'
export {
  type ChatCounts,
  type DocumentError,
  type DocumentKind,
  type FiledBatch,
  type FoundSecret,
  type MineCounts,
  type MinedDocument,
  type MineOptions,
  type MinePosition,
  type MineTarget,
  type SecretsPolicy,
} from './documents.ts'
export { type MineMode, mineModes } from './modes.ts'
export { type JudgedRoot, judgeSources } from './judge-sources.ts'
export { type SourceState } from './look-into.ts'
export { defaultWing, roomFor } from './projects/names.ts'
export { treatSecrets } from './secrets/treat-secrets.ts'
export { openRoot } from './projects/root.ts'
export { type SkipReason, skipReasons } from './projects/skip-reasons.ts'
export { documentsOfKnownFile, rememberFiles } from './mined-files.ts'
