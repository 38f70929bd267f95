import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { type TestDatabase, test } from '@loci/testing'
import { expect } from 'vitest'

const main = fileURLToPath(new URL('main.ts', import.meta.url))
const processes = 4
const writes = 100

async function connect({ home, databaseUrl }: Pick<TestDatabase, 'home' | 'databaseUrl'>): Promise<Client> {
  const { PATH = '', HOME = '' } = process.env
  const client = new Client({ name: 'test', version: '0' })
  await client.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: ['--conditions=@loci/source', '--import', 'tsx', main],
      env: { PATH, HOME, LOCI_HOME: home, ...(databaseUrl !== undefined && { DATABASE_URL: databaseUrl }) },
    }),
  )
  return client
}

async function fileMany(client: Client, writer: number): Promise<boolean[]> {
  const answers = Array.from({ length: writes }, (_, n) =>
    client.callTool({
      name: 'loci_add_drawer',
      arguments: { wing: 'shared', room: `room ${n % 3}`, content: `memory ${n} of process ${writer}` },
    }),
  )
  return (await Promise.all(answers)).map((answer) => answer.isError !== true)
}

test('four processes at once on a palace that does not exist yet lose nothing', async ({ database }) => {
  const palace = { ...database, home: join(database.home, 'not', 'made', 'yet') }
  const clients = await Promise.all(Array.from({ length: processes }, () => connect(palace)))
  const acknowledged = await Promise.all(clients.map(fileMany))
  expect(acknowledged.flat().filter(Boolean)).toHaveLength(processes * writes)
  await Promise.all(clients.map((client) => client.close()))

  const again = await connect(palace)
  const { structuredContent } = await again.callTool({ name: 'loci_list_wings' })
  expect(structuredContent).toEqual({ wings: { shared: processes * writes } })
  await again.close()
}, 240_000)
