import { test } from '@loci/testing'

test('x', async ({ call, store }) => {
  const t = performance.now()
  const log = (m: string) => process.stderr.write(`DBG ${m} ${(performance.now() - t).toFixed(0)}\n`)
  const many = Array.from({ length: 3000 }, (_, i) => ({ path: `noise/${i}.md`, content: `deploy staging port number ${i} deploy staging port` }))
  for (let i = 0; i < many.length; i += 200) { await call('document.file', { wing: 'crowd', documents: many.slice(i, i + 200) }); log(`filed ${i}`) }
  await call('drawer.create', { wing: 'lonely', room: 'room', content: 'A long note in which, among other things, the staging port is told.', tags: ['rare'], source: { author: 'Ada' } })
  const { readFileSync, existsSync } = await import('node:fs')
  const orig = store.db.$client
  void readFileSync; void existsSync
  const run = async (q: string) => { const r = await orig.unsafe(q); log(r.map((x) => Object.values(x).join()).join('\n')) }
  await run(`explain select ranked.drawer_id from (select found.*, 1 as place from (select p.drawer_id, p.ordinal, ts_rank(p.lexemes, '''deploy'''::tsquery, 1) as score from loci.passages p where p.palace_id = (select id from loci.palaces limit 1) and p.lexemes @@ '''deploy'''::tsquery) found order by score desc, drawer_id, ordinal) ranked join loci.live_drawers on live_drawers.palace_id = (select id from loci.palaces limit 1) and live_drawers.id = ranked.drawer_id where 'rare' = any(live_drawers.tags) order by ranked.score desc limit 200`)
  await run(`explain select drawer_id, ordinal from (select found.*, 1 as place from (select v.drawer_id, v.ordinal from loci.passage_vectors v join loci.live_drawers on live_drawers.palace_id = v.palace_id and live_drawers.id = v.drawer_id where v.palace_id = (select id from loci.palaces limit 1) and v.profile = 'x' and 'rare' = any(live_drawers.tags)) found) ranked limit 100`)
  for (const f of [{ wing: 'lonely' }, { tag: 'rare' }, { author: 'Ada' }, {}]) { await call('drawer.search', { query: 'deploy staging port', ...f }); log(JSON.stringify(f)) }
}, 200_000)
