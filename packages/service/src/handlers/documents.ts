import { fileDocuments, treatSecrets, unchangedDocuments } from '@loci/mining'
import { changeSetOf, type Handlers, type Named } from '../context.ts'
import { toDate } from '../present.ts'
import { describeFiled } from '../summaries.ts'

export const documents: Handlers<Named<'document'>> = {
  'document.compare': async ({ db, principal: { palaceId } }, input) => ({
    unchanged: [...(await unchangedDocuments(db, { palaceId, ...input }))],
  }),
  'document.file': async (context, { added_by, ...input }) => {
    const { db, change, config, principal } = context
    const filed = await fileDocuments(db, change, {
      ...input,
      documents: input.documents.map(({ authored_at, content, ...document }) => ({
        ...document,
        // whoever sends it may have looked for nothing
        content: config.secrets === 'mask' ? treatSecrets(document.path, content, 'mask').content : content,
        authoredAt: toDate(authored_at),
      })),
      addedBy: added_by ?? principal.actor,
      maxBytes: config.maxDrawerBytes,
    })
    change.summary = describeFiled(filed, input.wing)
    return { ...filed, change_set: changeSetOf(context) }
  },
}
