import { newId, type Store, tables } from '@loci/store'
import { eq } from 'drizzle-orm'

/** The id of the palace that is used when none is named; made with the first start. */
export async function ensureDefaultPalace(store: Store): Promise<string> {
  const { palaces } = tables
  return store.transaction(async (tx) => {
    await tx.insert(palaces).values({ id: newId(), name: 'default' }).onConflictDoNothing({ target: palaces.name })
    const [row] = await tx.select({ id: palaces.id }).from(palaces).where(eq(palaces.name, 'default'))
    if (!row) throw new Error('the default palace is missing')
    return row.id
  })
}
