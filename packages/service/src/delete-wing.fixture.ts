import { openService } from './open-service.ts'
import { readConfig } from './config.ts'

// a process of its own that deletes a wing, and says when it begins
const service = await openService(readConfig(process.env), { embedded: { fsync: false, idleExitSeconds: 5 } })
process.stdout.write('now\n')
await service.call('wing.delete', { wing: process.argv[2] ?? '' }, service.local('cli'))
await service.close()
