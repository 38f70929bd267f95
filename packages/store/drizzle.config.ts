import { defineConfig } from 'drizzle-kit'

export default defineConfig({
  dialect: 'postgresql',
  schema: ['palaces', 'hierarchy', 'graph', 'live', 'history', 'jobs', 'sessions', 'search'].map(
    (area) => `./src/schema/${area}.ts`,
  ),
  out: './migrations',
})
