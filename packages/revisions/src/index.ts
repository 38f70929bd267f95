export { beginChange, type Change, type ChangeOrigin, finishChange } from './change-set.ts'
export {
  type ChangeFilter,
  type ChangeRow,
  type ChangeSetRow,
  type FeedPosition,
  getChangeSet,
  listChanges,
  listChangeSet,
  nextChanges,
  type StreamPosition,
} from './changes.ts'
export { diffTexts, type Hunk, type Part, type TextDiff } from './diff.ts'
export { revisionDigest } from './digest.ts'
export { type DrawerState, drawerAtRevision, listRevisions, type RevisionRow } from './history.ts'
export { type Entity, type NewRevision, record, recordAll, type RevisionKind } from './record.ts'
export { headOfChain, type Seal, sealChangeSets } from './seal.ts'
export {
  type LaterRevision,
  laterRevisions,
  standingChangeSets,
  type UndoableRevision,
  undoableRevisions,
} from './undoable.ts'
export { type Verified, verifyChain } from './verify.ts'
