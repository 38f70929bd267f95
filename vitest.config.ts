import { defineConfig } from 'vitest/config'

const resolve = { conditions: ['@loci/source'] }

export default defineConfig({
  // tests read the sources, never a dist that may be stale; `__vitest__` is the environment of globalSetup
  resolve,
  environments: { ssr: { resolve }, __vitest__: { resolve } },
  test: {
    // oclif's captureOutput needs the real console
    disableConsoleIntercept: true,
    include: ['tooling/**/*.test.ts', 'packages/*/src/**/*.test.ts', 'apps/*/src/**/*.test.ts'],
    globalSetup: ['packages/testing/src/global-setup.ts'],
    testTimeout: 120_000,
    hookTimeout: 120_000,
    maxWorkers: 2,
  },
})
