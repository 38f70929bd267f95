import { checkContent, readDiary, topicOf, writeDiary } from '@loci/palace-hierarchy'
import { changeSetOf, type Handlers, type Named } from '../context.ts'

export const diary: Handlers<Named<'diary'>> = {
  'diary.write': async (context, { agent_name, entry, topic, wing }) => {
    const { db, change, config, principal } = context
    checkContent(entry, config.maxDrawerBytes)
    const { row, created } = await writeDiary(db, change, {
      agent: agent_name,
      entry,
      topic,
      wing,
      addedBy: principal.actor,
    })
    change.summary = `write in the diary of ${agent_name}`
    return {
      success: true,
      entry_id: row.id,
      agent: agent_name,
      topic: topicOf(row),
      timestamp: row.createdAt.toISOString(),
      created,
      change_set: changeSetOf(context),
    }
  },
  'diary.read': async ({ db, principal: { palaceId } }, { agent_name, last_n, topic, wing }) => {
    const { entries, total } = await readDiary(db, { palaceId, agent: agent_name, topic, wing, limit: last_n })
    return {
      agent: agent_name,
      entries: entries.map(({ at, ...entry }) => {
        const timestamp = at.toISOString()
        return { date: timestamp.slice(0, 10), timestamp, ...entry }
      }),
      total,
      showing: entries.length,
    }
  },
}
