// What the history costs the writers, against bare inserts of the same rows in the same run:
//   node --conditions=@loci/source --import tsx tooling/bench/history.ts               on the embedded database
//   LOCI_TEST_DATABASE_URL=postgres://… node --conditions=@loci/source --import tsx tooling/bench/history.ts
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { randomUUID } from 'node:crypto'
import { contentHash, createNamedDrawers, createRoom } from '../../packages/palace-hierarchy/src/index.ts'
import { beginChange, finishChange, sealChangeSets } from '../../packages/revisions/src/index.ts'
import { newId, openStore, tables } from '../../packages/store/src/index.ts'
import { administer, withDatabase } from '../../packages/testing/src/server-database.ts'

const given = process.env['LOCI_TEST_DATABASE_URL']
const batch = 200
const rounds = Number(process.env['ROUNDS'] ?? 30)
const writers = 8
const home = await mkdtemp(join(tmpdir(), 'loci-bench-'))
const database = `loci_bench_${randomUUID().replaceAll('-', '')}`
if (given) await administer(given, `create database ${database}`)
const store = openStore(given ? { home, databaseUrl: withDatabase(given, database) } : { home, idleExitSeconds: 5 })

const origin = { actor: 'bench', channel: 'cli', session: undefined, operation: 'bench' }
const text = 'A memory of some two hundred bytes, as a note or a turn of a conversation has them. '.repeat(3)
const median = (list: number[]) => list.toSorted((a, b) => a - b)[Math.floor(list.length / 2)] ?? 0

async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now()
  await work()
  return performance.now() - began
}

try {
  await store.migrate()
  const palaceId = newId()
  await store.db.insert(tables.palaces).values({ id: palaceId, name: palaceId })
  const room = await store.transaction(async (tx) => {
    const change = beginChange(palaceId)
    const { row } = await createRoom(tx, change, { wing: 'bench', name: 'room' })
    await finishChange(tx, change, origin)
    return row
  })

  const bare = (size: number) =>
    store.transaction(async (tx) => {
      const rows = Array.from({ length: size }, () => {
        const content = `${text} ${randomUUID()}`
        const bytes = Buffer.byteLength(content)
        const id = newId()
        return {
          palaceId,
          id,
          roomId: room.id,
          name: id,
          content,
          contentHash: contentHash(content),
          bytes,
          addedBy: 'bench',
        }
      })
      await tx.insert(tables.drawers).values(rows)
      const changeSetId = newId()
      await tx.insert(tables.revisions).values(
        rows.map(({ id, name, content, contentHash: content_hash }) => ({
          palaceId,
          entityId: id,
          number: 1,
          entity: 'drawer' as const,
          kind: 'create' as const,
          changeSetId,
          after: { room_id: room.id, name, tags: [], added_by: 'bench', content_hash, source: {} },
          content,
        })),
      )
    })
  const kept = (size: number) =>
    store.transaction(async (tx) => {
      const change = beginChange(palaceId)
      const drawers = Array.from({ length: size }, () => ({
        name: newId().slice(1),
        content: `${text} ${randomUUID()}`,
      }))
      await createNamedDrawers(
        tx,
        change,
        room,
        drawers.map((one) => ({ ...one, addedBy: 'bench' })),
      )
      await finishChange(tx, change, origin)
    })

  for (const size of [batch, 1]) {
    const times: { bare: number[]; kept: number[] } = { bare: [], kept: [] }
    await bare(size)
    await kept(size)
    for (let round = 0; round < rounds; round++) {
      times.bare.push(await timed(() => bare(size)))
      times.kept.push(await timed(() => kept(size)))
    }
    const [floor, ours] = [median(times.bare), median(times.kept)]
    console.log(
      `${size} drawers a write: bare ${floor.toFixed(1)} ms, with history ${ours.toFixed(1)} ms, ${(ours / floor).toFixed(2)} times`,
    )
  }

  const throughput = async () => {
    let done = 0
    const end = performance.now() + 5000
    const lane = async () => {
      while (performance.now() < end) {
        await kept(1)
        done++
      }
    }
    await Promise.all(Array.from({ length: writers }, lane))
    return done / 5
  }
  const without = await throughput()
  let sealing = true
  const sealer = (async () => {
    while (sealing) {
      await store.transaction((tx) => sealChangeSets(tx, palaceId))
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
  })()
  const sealed = await throughput()
  sealing = false
  await sealer
  console.log(
    `${writers} writers: ${without.toFixed(0)} writes/s without the chain, ${sealed.toFixed(0)} with it sealed behind them`,
  )
} finally {
  await store.closeHost()
  if (given) await administer(given, `drop database ${database} with (force)`)
  await rm(home, { recursive: true, force: true, maxRetries: 5 })
}
