import { isPalaceError } from '@loci/contract'
import { rows } from '@loci/store'
import { test } from '@loci/testing'
import { sql } from 'drizzle-orm'
import { describe, expect } from 'vitest'

const paths = Array.from({ length: 12 }, (_, i) => `folder ${i % 3}/file ${i}.md`)
const documents = (text: string) => paths.map((path) => ({ path, content: `${text} of ${path}` }))

describe('two that file the same documents at once', () => {
  test('file each once', async ({ call }) => {
    for (let round = 0; round < 10; round++) {
      const wing = `same ${round}`
      const batches = [documents('text'), documents('text').toReversed(), documents('text')]
      const filed = await Promise.all(batches.map((batch) => call('document.file', { wing, documents: batch })))
      expect(filed.reduce((sum, { added }) => sum + added, 0)).toBe(paths.length)
      expect(filed.flatMap(({ errors }) => errors)).toEqual([])
      expect(await call('wing.show', { wing })).toMatchObject({ drawers: paths.length, rooms: 3 })
    }
  })

  test('in two versions leave one drawer each, of one of them', async ({ call }) => {
    for (let round = 0; round < 10; round++) {
      const wing = `versions ${round}`
      const filed = await Promise.all([
        call('document.file', { wing, documents: documents('old') }),
        call('document.file', { wing, documents: documents('new').toReversed() }),
      ])
      expect(filed.map(({ added, updated }) => `${added} ${updated}`).toSorted()).toEqual([
        `0 ${paths.length}`,
        `${paths.length} 0`,
      ])
      expect(await call('wing.show', { wing })).toMatchObject({ drawers: paths.length })
    }
  })
})

describe('filing documents against the delete of their wing', () => {
  test('leaves each drawer alive in a live wing, or in the trash with it', async ({ call, store }) => {
    for (let round = 0; round < 12; round++) {
      const wing = `race ${round}`
      await call('document.file', { wing, documents: documents('first') })
      const [second, third, ...deletes] = await Promise.allSettled([
        call('document.file', { wing, documents: documents('second') }),
        call('document.file', { wing, documents: documents('third') }),
        call('wing.delete', { wing }),
        call('room.delete', { wing, room: 'folder 1' }),
      ])
      for (const end of [second, third]) if (end?.status === 'rejected') throw end.reason
      for (const end of deletes)
        if (end.status === 'rejected')
          expect(isPalaceError(end.reason) && end.reason.code).toSatisfy((code: string) =>
            ['wing.not_found', 'room.not_found'].includes(code),
          )
      const orphans = await rows(
        store.db,
        sql`
          select d.id from loci.drawers d join loci.rooms r on r.id = d.room_id join loci.wings w on w.id = r.wing_id
          where d.deleted_at is null and (r.deleted_at is not null or w.deleted_at is not null)
             or r.deleted_at is null and w.deleted_at is not null`,
      )
      expect(orphans).toEqual([])
      const doubled = await rows(
        store.db,
        sql`
          select d.source_document from loci.live_drawers d join loci.live_rooms r on r.id = d.room_id
          group by r.wing_id, d.source_document having count(*) > 1`,
      )
      expect(doubled).toEqual([])
    }
  })
})
