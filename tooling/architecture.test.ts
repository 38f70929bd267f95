import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** What each layer may depend on. An edge that is not here does not exist. */
const base = ['contract', 'store']
const allowed: Record<string, string[]> = {
  contract: [],
  store: ['contract'],
  revisions: base,
  scheduler: base,
  embeddings: base,
  'palace-hierarchy': [...base, 'revisions', 'scheduler'],
  search: [...base, 'revisions', 'embeddings', 'palace-hierarchy'],
  mining: [...base, 'revisions', 'palace-hierarchy'],
  service: [...base, 'revisions', 'scheduler', 'embeddings', 'palace-hierarchy', 'search', 'mining'],
  client: ['contract'],
  testing: [...base, 'service'],
  mcp: ['contract', 'service', 'client'],
  // one process and one port serve both
  api: ['contract', 'service', 'mcp'],
  // it launches the two servers, and mines its own files
  cli: ['contract', 'service', 'client', 'mining', 'api', 'mcp'],
}
/** Who may talk to the database driver, and who may compose. */
const usesDrizzle = ['store', 'revisions', 'scheduler', 'palace-hierarchy', 'search', 'mining', 'service']

interface Manifest {
  dependencies?: Record<string, string>
}

const manifests = ['packages', 'apps'].flatMap((folder) =>
  readdirSync(folder).map((name) => {
    const manifest = JSON.parse(readFileSync(`${folder}/${name}/package.json`, 'utf8')) as Manifest
    return { name, folder: `${folder}/${name}`, dependencies: Object.keys(manifest.dependencies ?? {}) }
  }),
)

test('every package has its place', () => {
  expect(manifests.map(({ name }) => name).toSorted()).toEqual(Object.keys(allowed).toSorted())
})

test.each(manifests)('$name depends only downward', ({ name, dependencies }) => {
  const edges = dependencies.filter((d) => d.startsWith('@loci/')).map((d) => d.slice('@loci/'.length))
  expect(edges.filter((edge) => !allowed[name]?.includes(edge))).toEqual([])
})

test.each(manifests)('$name takes the database from the store', ({ name, dependencies }) => {
  if (name !== 'store' && name !== 'testing') expect(dependencies).not.toContain('postgres')
  if (!usesDrizzle.includes(name)) expect(dependencies).not.toContain('drizzle-orm')
})

const sources = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts'))
    .map((path) => `${folder}/${path}`)

test.each(manifests)('$name imports what it declares', ({ folder, dependencies }) => {
  const imported = sources(`${folder}/src`).flatMap((path) =>
    [...readFileSync(path, 'utf8').matchAll(/(?:from|import\()\s*'(@loci\/[\w-]+)/g)].map((match) => match[1] ?? ''),
  )
  expect([...new Set(imported)].filter((name) => !dependencies.includes(name))).toEqual([])
})

/** Who may look behind the live views: what writes the trash, reads it, or derives from it. */
const looksIntoTrash = [
  'packages/palace-hierarchy/src/create-drawer.ts',
  'packages/palace-hierarchy/src/list-drawers.ts',
  'packages/palace-hierarchy/src/merge.ts',
  'packages/palace-hierarchy/src/rooms.ts',
  'packages/palace-hierarchy/src/trash.ts',
  'packages/palace-hierarchy/src/wings.ts',
]

test('no query filters the trash by itself', () => {
  const all = manifests.filter(({ name }) => name !== 'store').flatMap(({ folder }) => sources(`${folder}/src`))
  const filtering = all.filter((path) => /deleted_at is|isNull\([^)]*deletedAt/.test(readFileSync(path, 'utf8')))
  expect(filtering.filter((path) => !looksIntoTrash.includes(path))).toEqual([])
})
