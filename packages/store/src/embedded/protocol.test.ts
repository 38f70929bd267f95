import { expect, test } from 'vitest'
import { createSplitter, message, query, readyForQuery, readyStatus, startupCodes, startupRequest } from './protocol.ts'

const startup = Buffer.concat([Buffer.from([0, 0, 0, 9, 0, 3, 0, 0, 0])])

test('cuts messages at every byte alike', () => {
  const sent = [startupRequest(startupCodes.ssl), startup, query('select 1'), message('S'), query('x'.repeat(5000))]
  const whole = Buffer.concat(sent)
  expect(createSplitter().push(whole)).toEqual(sent)
  const splitter = createSplitter()
  expect([...whole].flatMap((byte) => splitter.push(Buffer.from([byte])))).toEqual(sent)
})

test('refuses lengths that cannot be', () => {
  expect(() => createSplitter().push(Buffer.from('GET / HTTP/1.1\r\n'))).toThrow(RangeError)
  expect(() => createSplitter().push(Buffer.from([0, 0, 0, 4, 0, 3, 0, 0]))).toThrow(RangeError)
  expect(() => createSplitter(100).push(Buffer.concat([startup, query('x'.repeat(200))]))).toThrow(RangeError)
  expect(() => createSplitter().push(Buffer.concat([startup, Buffer.from([81, 0, 0, 0, 3])]))).toThrow(RangeError)
})

test('reads the status that ends an answer', () => {
  expect(readyStatus(Buffer.concat([message('C', 'BEGIN'), readyForQuery('T')]))).toBe('T')
  expect(readyStatus(message('C', 'BEGIN'))).toBeUndefined()
  expect(readyStatus(Buffer.alloc(0))).toBeUndefined()
})
