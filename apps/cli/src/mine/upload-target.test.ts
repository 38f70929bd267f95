import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { createClient } from '@loci/client'
import { describe, expect, onTestFinished, test } from 'vitest'
import { uploadTarget } from './upload-target.ts'

type Sent = { wing: string; documents: { path: string; content?: string }[] }
type Answer = (sent: Sent, nth: number) => [status: number, body: object]

const filed = ({ documents }: Sent): [number, object] => [
  200,
  { added: documents.length, updated: 0, unchanged: 0, errors: [], change_set: null },
]
const refused = (status: number, code: string): [number, object] => [
  status,
  { error: { code, message: `it is ${code}`, help: 'h' } },
]

/** What is filed through a server that answers so, and how many documents each request had. */
async function uploading(answer: Answer) {
  const sizes: number[] = []
  const server = createServer((request, response) => {
    void json(request).then((sent) => {
      const asked = sent as Sent
      const [status, body] = answer(asked, sizes.push(asked.documents.length))
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const { call } = createClient({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` })
  const target = uploadTarget({ call, wing: 'w', delays: [1, 1, 1] })
  const documents = (paths: string[]) => paths.map((path) => ({ path, content: `text of ${path}` }))
  return { sizes, file: (paths: string[]) => target.file(documents(paths), () => ({ after: null, counts: none })) }
}
const none = { added: 0, updated: 0, unchanged: 0, skipped: {}, failed: 0 }

describe('filing a batch', () => {
  test('is tried again while the server is away', async () => {
    const { file, sizes } = await uploading((sent, nth) => (nth < 3 ? refused(503, 'unavailable') : filed(sent)))
    await expect(file(['a', 'b'])).resolves.toMatchObject({ added: 2, errors: [] })
    expect(sizes).toEqual([2, 2, 2])
  })

  test('gives up in the end', async () => {
    const { file, sizes } = await uploading(() => refused(503, 'unavailable'))
    await expect(file(['a'])).rejects.toMatchObject({ code: 'unavailable' })
    expect(sizes).toHaveLength(4)
  })

  test('is not tried again when that cannot help', async () => {
    const { file, sizes } = await uploading(() => refused(403, 'auth.forbidden'))
    await expect(file(['a'])).rejects.toMatchObject({ code: 'auth.forbidden' })
    expect(sizes).toEqual([1])
  })

  test('is halved when it is too large at once', async () => {
    const { file, sizes } = await uploading((sent) =>
      sent.documents.length > 2 ? refused(413, 'input.too_large') : filed(sent),
    )
    await expect(file(['a', 'b', 'c', 'd', 'e'])).resolves.toMatchObject({ added: 5, errors: [] })
    expect(sizes).toEqual([5, 3, 2, 1, 2])
  })

  test('saves the rest from the document that spoils it', async () => {
    const { file } = await uploading((sent) =>
      sent.documents.some(({ path }) => path === 'bad') ? refused(400, 'input.invalid') : filed(sent),
    )
    await expect(file(['a', 'b', 'bad', 'c'])).resolves.toMatchObject({
      added: 3,
      errors: [{ path: 'bad', code: 'input.invalid', message: 'it is input.invalid' }],
    })
  })
})
