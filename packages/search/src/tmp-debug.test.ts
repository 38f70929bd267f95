import { test } from '@loci/testing'
import { sql } from 'drizzle-orm'

test('x', async ({ call, store, principal }) => {
  const t = performance.now()
  const log = (m: string) => process.stderr.write(`DBG ${m} ${(performance.now() - t).toFixed(0)}\n`)
  const many = Array.from({ length: 3000 }, (_, i) => ({ path: `noise/${i}.md`, content: `deploy staging port number ${i} deploy staging port` }))
  for (let i = 0; i < many.length; i += 200) { await call('document.file', { wing: 'crowd', documents: many.slice(i, i + 200) }) }
  log('filed')
  const p = principal.palaceId
  const plan = async (q: string) => { const r = await store.db.$client.unsafe('explain analyze ' + q); log(r.map((x) => Object.values(x).join()).join('\n')) }
  await plan(`select ranked.drawer_id from (select found.*, 1 as place from (select p.palace_id, p.drawer_id, p.ordinal, ts_rank(p.lexemes, '''deploy'''::tsquery, 1) as score from loci.passages p where p.palace_id = '${p}' and p.lexemes @@ '''deploy'''::tsquery) found order by score desc, drawer_id, ordinal) ranked join loci.live_drawers on live_drawers.palace_id = ranked.palace_id and live_drawers.id = ranked.drawer_id where 'rare' = any(live_drawers.tags) order by ranked.score desc limit 200`)
  await plan(`select drawer_id, ordinal from (select found.*, 1 as place from (select v.drawer_id, v.ordinal, v.embedding from (select * from loci.passage_vectors v where v.palace_id = '${p}' offset 0) v join loci.live_drawers on live_drawers.palace_id = v.palace_id and live_drawers.id = v.drawer_id where 'rare' = any(live_drawers.tags)) found) ranked limit 100`)
  const [st] = await store.db.execute(sql`select sum(passages) from loci.term_statistics`)
  log(JSON.stringify(st))
}, 200_000)
