import { symlink, truncate } from 'node:fs/promises'
import { join } from 'node:path'
import { linesOf, pdf } from '@loci/documents/fixtures'
import { describe, expect, test } from 'vitest'
import type { MinePosition } from '../documents.ts'
import type { Found } from '../found.ts'
import { plant, temporaryFolder } from '../projects/tree-fixture.ts'
import { foundParts } from './found-parts.ts'
import { maxDocumentBytes } from './extract-file.ts'
import { mineDocuments } from './mine-documents.ts'

const entry = { kind: 'file', path: 'a.x', absolute: '/r/a.x', size: 1 } as const
const told = (one: Found) =>
  one.kind === 'document' ? `${one.document.path} ${one.document.position}` : `${one.kind} ${JSON.stringify(one)}`

describe('the parts of a document', () => {
  test('are known by number, sheets by a name that is theirs alone', () => {
    const sheet = (number: number, name?: string) => ({
      label: 'sheet' as const,
      number,
      ...(name !== undefined && { name }),
      text: 'x',
    })
    const parts = [sheet(1, 'A'), sheet(2, 'A (3)'), sheet(3, 'A'), sheet(4), sheet(6, 'e\u0301')]
    const found = [...foundParts(entry, { format: 'ods', parts }, { maxBytes: 10 })].map(told)
    expect(found).toEqual([
      'a.x#sheet=A 0',
      'a.x#sheet=A (3) 1',
      'a.x#sheet=A (3) (3) 2',
      'a.x#sheet=4 3',
      'a.x#sheet=\u00e9 5',
    ])
  })

  test('are one where it has no numbers', () => {
    const parts = [{ text: 'body' }, { text: 'notes' }]
    const [found] = foundParts(entry, { format: 'docx', parts }, { maxBytes: 20 })
    expect(found).toMatchObject({ document: { path: 'a.x', uri: '/r/a.x', content: 'body\n\nnotes' }, bytes: 11 })
  })
})

describe('mining documents', () => {
  test('gives the reason of mining projects for what is none, and reads no more than it may', async () => {
    const root = await temporaryFolder()
    const page = pdf([linesOf('page')])
    await plant(root, { 'a.txt': 'text', 'b.txt': 'a longer text', 'huge.pdf': page, 'page.pdf': page })
    await truncate(join(root, 'huge.pdf'), maxDocumentBytes + 1)
    await symlink('page.pdf', join(root, 'link.pdf'))
    const skipped: string[] = []
    const filed: string[] = []
    const mine = (from?: MinePosition) =>
      mineDocuments({
        root,
        maxBytes: 8,
        from,
        onSkipped: (path, reason) => skipped.push(`${path} ${reason}`),
        target: {
          unchanged: async () => new Set(),
          file: async (documents) => {
            filed.push(...documents.map(({ path }) => path))
            return { added: documents.length, updated: 0, unchanged: 0, errors: [] }
          },
        },
      })
    const position = await mine()
    expect(skipped).toEqual(['a.txt no_document', 'b.txt too_large', 'huge.pdf too_large', 'link.pdf symlink'])
    expect(filed).toEqual(['page.pdf#page=1'])
    expect(position).toMatchObject({ after: 'page.pdf', counts: { added: 1, failed: 0 } })
    expect(await mine(position)).toEqual(position)
    expect(filed).toHaveLength(1)
  })
})
