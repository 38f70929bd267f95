import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { test } from '@loci/testing'
import { describe, expect } from 'vitest'

const main = fileURLToPath(new URL('main.ts', import.meta.url))

function start(environment: Record<string, string | undefined>) {
  const { PATH, HOME } = process.env
  const child = spawn(process.execPath, ['--conditions=@loci/source', '--import', 'tsx', main], {
    env: { PATH, HOME, LOCI_PORT: '0', ...environment },
  })
  let output = ''
  let errors = ''
  const ready = new Promise<string>((resolve) =>
    child.stdout.on('data', (chunk: Buffer) => {
      output += chunk.toString()
      const url = /"url":"([^"]+)"/.exec(output)?.[1]
      if (url !== undefined) resolve(url)
    }),
  )
  child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()))
  const ended = once(child, 'exit').then(([code]) => ({ code: code as number | null, errors }))
  return { child, ready, ended }
}

test('serves until SIGTERM, and then ends in time', async ({ database }) => {
  const { child, ready, ended } = start({ LOCI_HOME: database.home, DATABASE_URL: database.databaseUrl })
  const url = await ready
  expect((await fetch(`${url}/health/ready`)).status).toBe(200)
  const asked = Date.now()
  child.kill('SIGTERM')
  expect(await ended).toEqual({ code: 0, errors: '' })
  expect(Date.now() - asked).toBeLessThan(10_000)
})

describe('does not start, and says why', () => {
  test('on a bad value', async () => {
    const { code, errors } = await start({ LOCI_LOG_LEVEL: 'loud' }).ended
    expect(code).toBe(2)
    expect(errors).toMatch(/^loci: LOCI_LOG_LEVEL: .*\n$/)
  })

  test('beyond loopback without a token', async ({ database }) => {
    const environment = { LOCI_HOME: database.home, DATABASE_URL: database.databaseUrl, LOCI_HOST: '0.0.0.0' }
    const { code, errors } = await start(environment).ended
    expect(code).toBe(2)
    expect(errors).toMatch(/^loci: LOCI_HOST: .*LOCI_ADMIN_TOKEN.*\n$/)
  })

  test('on a port that is taken', async ({ database }) => {
    const server = createServer().listen(0, '127.0.0.1')
    await once(server, 'listening')
    // it listens on a port, so its address is no path
    const { port } = server.address() as AddressInfo
    const environment = { LOCI_HOME: database.home, DATABASE_URL: database.databaseUrl, LOCI_PORT: String(port) }
    const { code, errors } = await start(environment).ended
    expect(code).toBe(6)
    expect(errors).toMatch(new RegExp(`^loci: port ${port} on 127\\.0\\.0\\.1 is taken\\. .*LOCI_PORT.*\\n$`))
    server.close()
  })
})
