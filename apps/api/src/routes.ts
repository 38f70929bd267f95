import { type Operation, type OperationName, operations, statusOf } from '@loci/contract'
import type { Service } from '@loci/service'
import { Hono } from 'hono'
import type { ApiEnv } from './env.ts'
import { readInput } from './input.ts'

// the keys of an object are only text to the compiler
const names = Object.keys(operations) as OperationName[]

/** A route for every operation. */
export function operationRoutes(service: Service): Hono<ApiEnv> {
  const app = new Hono<ApiEnv>()
  for (const name of names) {
    const op: Operation = operations[name]
    app.on(op.http.method.toUpperCase(), routePattern(op), async (c) => {
      c.set('route', `/api${op.http.path}`)
      const input = await readInput(op, c)
      // routes come from a loop, so their types cannot follow; the service checks what passes
      const output: object = await service.call(name, input as never, c.get('principal'))
      return c.json(output, statusOf(op, output))
    })
  }
  return app
}

/** `/wings/{wing}/drawers/{drawer+}` as hono writes it. */
const routePattern = (op: Operation): string =>
  op.http.path.replaceAll(/\{(\w+)\}/g, ':$1').replaceAll(/\{(\w+)\+\}/g, ':$1{.+}')

/** The methods that some operation answers to at a path, for who used another. */
export function methodsAt(path: string): string[] {
  const there = Object.values<Operation>(operations).filter(({ http }) => {
    const pattern = http.path.replaceAll(/\{\w+\}/g, '[^/]+').replaceAll(/\{\w+\+\}/g, '.+')
    return new RegExp(`^/api${pattern}$`).test(path)
  })
  return [...new Set(there.map(({ http }) => http.method.toUpperCase()))]
}
