import { expect, test } from 'vitest'
import { message, query, textAt } from './protocol.ts'
import { createStatements, type UnnamedSlot } from './statements.ts'

const parse = (name: string, text = 'select 1') => message('P', name, text, Buffer.alloc(2))
const bind = (name: string) => message('B', '', name, Buffer.alloc(6))
const describeStatement = (name: string) => message('D', Buffer.from('S'), name)

test('two clients may use one name', () => {
  const slot: UnnamedSlot = {}
  const [a, b] = [createStatements('c1', slot), createStatements('c2', slot)]
  expect(a.translate(parse('p'))).toEqual([{ data: parse('c1.1'), hidden: false }])
  expect(b.translate(parse('p'))).toEqual([{ data: parse('c2.1'), hidden: false }])
  expect(a.translate(bind('p'))).toEqual([{ data: bind('c1.1'), hidden: false }])
  expect(b.translate(describeStatement('p'))).toEqual([{ data: describeStatement('c2.1'), hidden: false }])
  expect(a.closeAll().map((data) => textAt(data, 6))).toEqual(['c1.1'])
  expect(a.closeAll()).toEqual([])
})

test('a closed statement is forgotten', () => {
  const a = createStatements('c1', {})
  a.translate(parse('p'))
  expect(a.translate(message('C', Buffer.from('S'), 'p'))).toMatchObject([{ hidden: false }])
  expect(a.closeAll()).toEqual([])
})

test('the unnamed statement is parsed again after another client has parsed', () => {
  const slot: UnnamedSlot = {}
  const [a, b] = [createStatements('c1', slot), createStatements('c2', slot)]
  a.translate(parse('', 'select 1'))
  expect(a.translate(bind(''))).toHaveLength(1)
  b.translate(parse('', 'select 2'))
  expect(a.translate(bind(''))).toEqual([
    { data: parse('', 'select 1'), hidden: true },
    { data: bind(''), hidden: false },
  ])
  expect(a.translate(bind(''))).toHaveLength(1)
  a.translate(query('select 3'))
  expect(b.translate(describeStatement(''))).toHaveLength(2)
  // its own simple query has dropped it, as in Postgres
  expect(a.translate(bind(''))).toHaveLength(1)
})
