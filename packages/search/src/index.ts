export { follow } from './follow.ts'
export type { Hit } from './hits.ts'
export { search, type SearchAnswer, type SearchInput } from './search.ts'
export { countPassages, foldStatistics } from './statistics.ts'
