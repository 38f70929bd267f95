import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { test } from '@loci/testing'
import { describe, expect } from 'vitest'

const main = fileURLToPath(new URL('main.ts', import.meta.url))

function start(environment: Record<string, string | undefined>) {
  const { PATH, HOME } = process.env
  const child = spawn(process.execPath, ['--conditions=@loci/source', '--import', 'tsx', main], {
    env: { PATH, HOME, ...environment },
  })
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]()
  let errors = ''
  child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()))
  let id = 0
  /** Every line of standard output must be a message of the protocol. */
  const ask = async (method: string, params: Record<string, unknown> = {}) => {
    child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id: ++id, method, params })}\n`)
    const { value } = await lines.next()
    return JSON.parse(String(value)) as { id: number; result?: Record<string, unknown> }
  }
  const initialize = () =>
    ask('initialize', { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'test', version: '0' } })
  const ended = once(child, 'exit').then(([code]) => ({ code: code as number | null, errors }))
  return { child, ask, initialize, ended }
}

describe('over stdio', () => {
  test('answers from the palace and ends with its input', async ({ database }) => {
    const { child, ask, initialize, ended } = start({ LOCI_HOME: database.home, DATABASE_URL: database.databaseUrl })
    expect(await initialize()).toMatchObject({ result: { serverInfo: { name: 'loci' } } })
    const filed = await ask('tools/call', {
      name: 'loci_add_drawer',
      arguments: { wing: 'stdio', room: 'r', content: 'kept' },
    })
    expect(filed).toMatchObject({ result: { structuredContent: { success: true } } })
    child.stdin.end()
    expect(await ended).toEqual({ code: 0, errors: '' })
  })

  test('lets a running call answer when the input ends at once', async ({ database }) => {
    const { child, ask, ended } = start({ LOCI_HOME: database.home, DATABASE_URL: database.databaseUrl })
    const answer = ask('tools/call', { name: 'loci_list_wings' })
    child.stdin.end()
    expect(await answer).toMatchObject({ result: { structuredContent: { wings: {} } } })
    expect((await ended).code).toBe(0)
  })

  test('ends on SIGTERM', async ({ database }) => {
    const { child, initialize, ended } = start({ LOCI_HOME: database.home, DATABASE_URL: database.databaseUrl })
    await initialize()
    child.kill('SIGTERM')
    expect((await ended).code).toBe(0)
  })

  test('a server that is away is an error of each call, not of the start', async () => {
    const { child, ask, initialize, ended } = start({ LOCI_URL: 'http://127.0.0.1:9' })
    await initialize()
    expect(await ask('tools/call', { name: 'loci_list_wings' })).toMatchObject({
      result: { isError: true, structuredContent: { error: { code: 'unavailable' } } },
    })
    child.stdin.end()
    expect((await ended).code).toBe(0)
  })

  test.for([
    ['LOCI_MAX_DRAWER_BYTES', 'many'],
    ['LOCI_MCP_TOOLS', 'nope'],
  ] as const)('a bad %s stops the start and is named', async ([name, value]) => {
    const { code, errors } = await start({ [name]: value }).ended
    expect(code).toBe(2)
    expect(errors).toContain(name)
  })
})
