import { openService, readConfig } from '../index.ts'

// a process that works on the jobs of a database until it is killed

const service = await openService(readConfig(process.env), { embedded: { fsync: false, idleExitSeconds: 5 } })
service.startWorkers()
process.stdout.write('working\n')
