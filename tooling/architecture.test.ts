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
  // transcripts to exchanges: it knows no palace
  conversations: [],
  // office documents to text
  documents: [],
  'palace-hierarchy': [...base, 'revisions', 'scheduler'],
  search: [...base, 'revisions', 'embeddings', 'palace-hierarchy'],
  mining: [...base, 'revisions', 'palace-hierarchy', 'conversations', 'documents'],
  'knowledge-graph': [...base, 'revisions', 'palace-hierarchy'],
  service: [...base, 'revisions', 'scheduler', 'embeddings', 'palace-hierarchy', 'search', 'mining', 'knowledge-graph'],
  client: ['contract'],
  testing: [...base, 'service'],
  mcp: ['contract', 'service', 'client'],
  // one process and one port serve both
  api: ['contract', 'service', 'mcp'],
  // it launches the two servers, and mines its own files
  cli: ['contract', 'service', 'client', 'mining', 'api', 'mcp'],
}
/** Who may talk to the database driver, and who may compose. */
const usesDrizzle = [
  'store',
  'revisions',
  'scheduler',
  'palace-hierarchy',
  'search',
  'mining',
  'knowledge-graph',
  'service',
]

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

test('only the store has the driver, and no app speaks to the database', () => {
  const using = (dependency: string) => manifests.filter((m) => m.dependencies.includes(dependency)).map((m) => m.name)
  expect(using('postgres').filter((name) => name !== 'store' && name !== 'testing')).toEqual([])
  expect(using('drizzle-orm').filter((name) => !usesDrizzle.includes(name))).toEqual([])
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

test('only the hierarchy, which moves things to and from the trash, looks behind the live views', () => {
  const others = manifests.filter(({ name }) => name !== 'store' && name !== 'palace-hierarchy')
  const all = others.flatMap(({ folder }) => sources(`${folder}/src`))
  const filtering = all.filter((path) => /deleted_at is|isNull\([^)]*deletedAt/.test(readFileSync(path, 'utf8')))
  expect(filtering).toEqual([])
})
