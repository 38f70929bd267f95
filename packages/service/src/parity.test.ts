import { type OperationName, operations, pathFields } from '@loci/contract'
import { describe, expect, test } from 'vitest'
import { handlers } from './handlers/index.ts'

const declared = Object.entries(operations).map(([name, operation]) => ({ name: name as OperationName, operation }))

describe('every operation', () => {
  test('has a handler, and every handler an operation', () => {
    expect(Object.keys(handlers).toSorted()).toEqual(Object.keys(operations).toSorted())
  })

  test.each(declared)('$name takes its path from its input', ({ operation }) => {
    expect(Object.keys(operation.input.shape)).toEqual(expect.arrayContaining(pathFields(operation).map((f) => f.name)))
  })

  test('has a route, a tool and a command of its own', () => {
    const routes = declared.map(({ operation: { http } }) => `${http.method} ${http.path}`)
    const tools = declared.flatMap(({ operation }) => operation.tool?.name ?? [])
    const commands = declared.flatMap(({ operation }) => operation.command?.name ?? [])
    for (const names of [routes, tools, commands]) expect(new Set(names).size).toBe(names.length)
  })

  test.each(declared)('$name says what it is, in a fragment', ({ operation }) => {
    expect(operation.summary).toMatch(/^[a-z].*[^.]$/)
  })
})
