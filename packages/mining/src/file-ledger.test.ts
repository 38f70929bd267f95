import { expect, test } from 'vitest'
import { FileLedger } from './file-ledger.ts'

test('a file is whole when none of its documents failed, however they are spread over batches', () => {
  const ledger = new FileLedger()
  const count = (documents: number) => Array.from({ length: documents }, () => ledger.count())
  const end = (path: string) => ledger.endFile({ path, revision: path })
  count(3)
  const first = end('first')
  const empty = end('empty')
  count(4)
  // two of the second file's documents were in a batch in which something failed
  ledger.failed(2, 5)
  const second = end('second')
  count(1)
  const third = end('third')
  const unnamed = ledger.endFile({ path: 'read in another way' })
  expect(ledger.filed([first, empty, second, third, unnamed])).toEqual([
    { path: 'third', revision: 'third', documents: 1 },
  ])
})
