import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { openService, readConfig } from '@loci/service'
import { test } from '@loci/testing'
import { describe, expect, vi } from 'vitest'

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

test('stops with jobs running, and whoever comes next goes on with them', async ({ database }) => {
  const environment = { LOCI_HOME: database.home, DATABASE_URL: database.databaseUrl }
  const first = start(environment)
  const url = await first.ready
  const ask = async (base: string, path: string, body?: object) => {
    const headers = { 'content-type': 'application/json' }
    const response = await fetch(`${base}/api${path}`, body && { method: 'POST', headers, body: JSON.stringify(body) })
    return (await response.json()) as { id: string; status: string; progress: { current: number }; recoveries: number }
  }
  const submitted = await Promise.all([1, 2, 3].map(() => ask(url, '/jobs', { kind: 'demo', steps: 400 })))
  for (const { id } of submitted)
    await vi.waitUntil(async () => (await ask(url, `/jobs/${id}`)).progress.current > 0, { timeout: 30_000 })
  first.child.kill('SIGTERM')
  expect(await first.ended).toEqual({ code: 0, errors: '' })

  const next = start(environment)
  const again = await next.ready
  for (const { id } of submitted) {
    const done = await ask(again, `/jobs/${id}/wait?seconds=60`)
    // given back by hand, not found dead
    expect(done).toMatchObject({ status: 'completed', progress: { current: 400 }, recoveries: 0 })
  }
  next.child.kill('SIGTERM')
  expect((await next.ended).code).toBe(0)
}, 120_000)

test('a worker alone does what others submit, and goes when told', async ({ database }) => {
  const environment = { LOCI_HOME: database.home, DATABASE_URL: database.databaseUrl }
  // takes jobs, and does none itself
  const service = await openService(readConfig(environment))
  const worker = spawn(process.execPath, [fileURLToPath(new URL('../../cli/bin/run.js', import.meta.url)), 'worker'], {
    env: { PATH: process.env['PATH'], HOME: process.env['HOME'], ...environment },
  })
  const ended = once(worker, 'exit')
  const { id } = await service.call('job.create', { kind: 'demo', steps: 5 }, service.local('http'))
  const done = await service.call('job.wait', { id, seconds: 60 }, service.local('http'))
  expect(done).toMatchObject({ status: 'completed', progress: { current: 5 } })
  worker.kill('SIGTERM')
  expect(await ended).toEqual([0, null])
  await service.close()
}, 120_000)

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
