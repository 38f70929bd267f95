import { openStore, type StoreOptions } from '@loci/store'
import { itemHandler, silent } from './item-handler.fixture.ts'
import { createWorkers } from './workers.ts'

// a process that works on one kind of job, says each item that is safe, and waits to be killed

const { kind, items, leaseSeconds, ...database } = JSON.parse(process.argv[2] ?? '') as StoreOptions & {
  kind: string
  items: number
  leaseSeconds: number
}
const store = openStore(database)
const onItem = (item: number) => {
  process.stdout.write(`${item}\n`)
}
createWorkers({
  store,
  log: silent,
  leaseSeconds,
  pollMilliseconds: 50,
  handlers: { [kind]: itemHandler(store, { items, onItem }) },
}).start()
