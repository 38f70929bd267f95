import type { EmbeddingProfile } from '@loci/embeddings'
import type { Store } from '@loci/store'
import type { Behind } from './behind.ts'
import type { Config } from './config.ts'

/** What the service holds open: everything an operation may need. */
export interface Palace {
  store: Store
  config: Config
  profile: EmbeddingProfile | null
  /** Keeps the corpus statistics folded. It is derived data. */
  statistics: Behind
  /** Links change sets to the chain. */
  seals: Behind
  /** Keeps an index of the vectors that fits how many there are. */
  vectorIndex: Behind
  /** Whether whoever asks must show a token; without, they are the local administrator. */
  tokensRequired: boolean
  /** Tells the workers of this process that there is something to do. */
  wakeWorkers: () => void
}
