/**
 * A real PostgreSQL with pgvector for tests: the one at `LOCI_TEST_DATABASE_URL` as it is, or a throwaway server on a free
 * port. The user of the URL is a superuser. `stop` ends what was started and removes its data.
 */
export function startPostgres(options?: {
  version?: number | undefined
}): Promise<{ url: string; stop: () => Promise<void> }>
