export { contentColumns, contentFreeColumns } from './content-columns.ts'
export { databaseCode, violatedConstraint } from './errors.ts'
export type { MigrationReport } from './migrate.ts'
export {
  array,
  type Database,
  type Db,
  openStore,
  preparedRows,
  rows,
  type Store,
  type StoreOptions,
  type Transaction,
} from './store.ts'
export { beginning, isOneOfTexts, isSameText } from './same-text.ts'
export { newId } from './id.ts'
export * as tables from './schema/index.ts'
export { decodeCursor, encodeCursor } from './paging.ts'
