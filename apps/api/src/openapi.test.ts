import { type Operation, operations } from '@loci/contract'
import { Validator } from '@seriousme/openapi-schema-validator'
import { expect, test } from 'vitest'
import { createOpenApi } from './openapi.ts'

const document = createOpenApi('0.0.0')

test('the document', () => expect(document).toMatchSnapshot())

test('is valid OpenAPI 3.1', async () => {
  const { valid, errors } = await new Validator().validate(structuredClone(document))
  expect(errors ?? []).toEqual([])
  expect(valid).toBe(true)
})

test('has every operation once, with its parameters in the path', () => {
  const found = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { operationId, parameters = [] }]) => {
      const named = [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1])
      expect(parameters.filter((p) => p.in === 'path').map((p) => p.name)).toEqual(named)
      return [operationId, method]
    }),
  )
  const declared = Object.entries<Operation>(operations).map(([name, { http }]) => [name, http.method])
  expect(found).toHaveLength(declared.length)
  expect(Object.fromEntries(found)).toEqual(Object.fromEntries(declared))
})

test('every reference has its component', () => {
  const references = JSON.stringify(document).matchAll(/"#\/components\/schemas\/(\w+)"/g)
  for (const [, name = ''] of references) expect(document.components.schemas).toHaveProperty(name)
})
