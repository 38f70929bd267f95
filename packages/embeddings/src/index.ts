export { loadStaticProfile } from './static-profile.ts'
export type { EmbeddingKind, EmbeddingProfile } from './profile.ts'
