import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { prepareFolder } from './data-folder.ts'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'loci-folder-'))
})
afterEach(async () => {
  for (const end of ['', '.new', '.ready']) await rm(folder + end, { recursive: true, force: true })
})

const make = async (path: string) => {
  writeFileSync(join(path, 'PG_VERSION'), '18')
  writeFileSync(join(path, 'base'), 'rows')
}

test('makes a database once', async () => {
  await prepareFolder(folder, make)
  expect(readFileSync(join(folder, 'base'), 'utf8')).toBe('rows')
  await prepareFolder(folder, () => Promise.reject(new Error('made again')))
})

test('starts again when it was stopped while making', async () => {
  const stopped = prepareFolder(folder, async (path) => {
    writeFileSync(join(path, 'PG_VERSION'), '18')
    throw new Error('stopped')
  })
  await expect(stopped).rejects.toThrow('stopped')
  expect(existsSync(join(folder, 'PG_VERSION'))).toBe(false)
  await prepareFolder(folder, make)
  expect(existsSync(join(folder, 'base'))).toBe(true)
})

test('goes on when it was stopped while moving', async () => {
  await prepareFolder(folder, make)
  mkdirSync(`${folder}.ready`)
  renameSync(join(folder, 'PG_VERSION'), join(`${folder}.ready`, 'PG_VERSION'))
  await prepareFolder(folder, () => Promise.reject(new Error('made again')))
  expect(readFileSync(join(folder, 'base'), 'utf8')).toBe('rows')
  expect(existsSync(join(folder, 'PG_VERSION'))).toBe(true)
})

test('leaves alone what is no database', async () => {
  writeFileSync(join(folder, 'letter'), 'mine')
  await expect(prepareFolder(folder, make)).rejects.toThrow('is not empty')
  expect(readFileSync(join(folder, 'letter'), 'utf8')).toBe('mine')
})
