export { beginChange, type Change, type ChangeOrigin, finishChange } from './change-set.ts'
export { type Entity, type NewRevision, record, recordAll, type RevisionKind } from './record.ts'
