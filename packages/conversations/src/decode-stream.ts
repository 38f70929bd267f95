/** The first bytes of a stream, and a stream of all of them. */
export async function peek(
  bytes: AsyncIterable<Uint8Array>,
  length: number,
): Promise<{ head: Buffer; all: AsyncIterable<Buffer> }> {
  const iterator = bytes[Symbol.asyncIterator]()
  const chunks: Buffer[] = []
  let held = 0
  while (held < length) {
    const next = await iterator.next()
    if (next.done === true) break
    chunks.push(asBuffer(next.value))
    held += next.value.length
  }
  return { head: Buffer.concat(chunks), all: chain(chunks, iterator) }
}

async function* chain(chunks: Buffer[], iterator: AsyncIterator<Uint8Array>): AsyncGenerator<Buffer> {
  try {
    // each chunk is let go of once it is given
    for (let chunk = chunks.shift(); chunk !== undefined; chunk = chunks.shift()) yield chunk
    for (let next = await iterator.next(); next.done !== true; next = await iterator.next()) yield asBuffer(next.value)
  } finally {
    await iterator.return?.()
  }
}

const asBuffer = (bytes: Uint8Array): Buffer =>
  Buffer.isBuffer(bytes) ? bytes : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)

/** The bytes as UTF-8 without a byte order mark: UTF-16 is known by its mark. Throws a TypeError where it is broken. */
export async function* asUtf8(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  const { head, all } = await peek(bytes, 4)
  const encoding = head[0] === 0xff && head[1] === 0xfe ? 'utf-16le' : 'utf-16be'
  if (encoding === 'utf-16le' || (head[0] === 0xfe && head[1] === 0xff)) {
    const decoder = new TextDecoder(encoding, { fatal: true })
    for await (const chunk of all) yield Buffer.from(decoder.decode(chunk, { stream: true }))
    yield Buffer.from(decoder.decode())
    return
  }
  let mark = head[0] === 0xef && head[1] === 0xbb && head[2] === 0xbf ? 3 : 0
  for await (const chunk of all) {
    yield chunk.subarray(mark)
    mark = Math.max(0, mark - chunk.length)
  }
}
