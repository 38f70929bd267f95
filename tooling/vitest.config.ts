import { defineConfig } from 'vitest/config'

/** The tests that read the tree and need no database. */
export default defineConfig({ test: { include: ['tooling/*.test.ts', 'packages/contract/src/*.test.ts'], root: '.' } })
