import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import { setImmediate, setTimeout as pause } from 'node:timers/promises'

import fc from 'fast-check'
import { expect, test } from 'vitest'

import { Refusal } from '#shared/errors.ts'

import { takeUpload } from './upload.ts'

/** A request whose body comes in pieces of this size. */
function requestOf(body: Buffer, size = 1_000): IncomingMessage {
  const pieces = Array.from({ length: Math.ceil(body.length / size) }, (_, nth) =>
    body.subarray(nth * size, (nth + 1) * size),
  )
  const headers = { 'content-type': 'multipart/form-data; boundary=edge', 'transfer-encoding': 'chunked' }
  // Safe: what an upload looks at of a request.
  return Object.assign(Readable.from(pieces, { objectMode: false }), {
    headers,
    complete: true,
  }) as unknown as IncomingMessage
}
const part = (headers: string, body: Buffer | string) =>
  Buffer.concat([Buffer.from(`--edge\r\n${headers}\r\n\r\n`), Buffer.from(body), Buffer.from('\r\n')])
const END = Buffer.from('--edge--\r\n')
const FILE = 'Content-Disposition: form-data; name="file"; filename="a.bin"\r\nContent-Type: image/png'

const read = (body: Buffer, size?: number, maxBytes = 100_000) =>
  takeUpload(requestOf(body, size), maxBytes, async ({ body: file, declaredType }) => {
    const pieces: Uint8Array[] = []
    for await (const piece of file) pieces.push(piece)
    return { bytes: Buffer.concat(pieces), declaredType }
  })

test('a file comes out as it went in, however the form is cut', async () => {
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ maxLength: 20_000 }), fc.integer({ min: 1, max: 9_000 }), async (bytes, size) => {
      const form = Buffer.concat([
        part('Content-Disposition: form-data; name="a"', 'x'),
        part(FILE, Buffer.from(bytes)),
        END,
      ])
      expect(await read(form, Math.max(size, Math.ceil(form.length / 500)))).toEqual({
        bytes: Buffer.from(bytes),
        declaredType: 'image/png',
      })
    }),
    { numRuns: 40 },
  )
})

test('an upload of any bytes is a file or a refusal', async () => {
  const lines = fc.constantFrom(
    '--edge',
    '--edge--',
    '\r\n',
    '\r\n\r\n',
    FILE,
    'Content-Disposition: form-data',
    ':',
    '"',
    '\0',
  )
  const some = fc.array(fc.oneof(lines, fc.string()), { maxLength: 30 }).map((texts) => Buffer.from(texts.join('')))
  await fc.assert(
    fc.asyncProperty(some, async (bytes) => {
      const end: unknown = await read(bytes, 50).catch((error: unknown) => error)
      expect(end instanceof Refusal || Buffer.isBuffer(Object(end).bytes)).toBe(true)
    }),
    { numRuns: 150 },
  )
})

test('a file without a type is a file, and an empty one reaches its taker', async () => {
  const untyped = part('Content-Disposition: form-data; name="file"; filename="a.bin"', 'abc')
  expect(await read(Buffer.concat([untyped, END]))).toEqual({ bytes: Buffer.from('abc'), declaredType: undefined })
  expect(await read(Buffer.concat([part(FILE, ''), END]))).toMatchObject({ bytes: Buffer.alloc(0) })
})

test.each([
  ['zeros', Buffer.alloc(4_000_000)],
  ['line ends', Buffer.from('\r\n'.repeat(500_000))],
])('a file of %s is read no faster than it is taken', async (_, bytes) => {
  const request = requestOf(Buffer.concat([part(FILE, bytes), END]), 65_536)
  let read = 0
  request.on('data', (piece: Buffer) => (read += piece.length))
  request.pause()
  const stalled = Promise.withResolvers<void>()
  const upload = takeUpload(request, 5_000_000, async ({ body }) => {
    await stalled.promise
    let taken = 0
    for await (const piece of body) taken += piece.length
    return taken
  })
  for (let turn = 0; turn < 2_000; turn += 1) await setImmediate()
  expect(read).toBeLessThan(400_000)
  stalled.resolve()
  expect(await upload).toBe(bytes.length)
})

test('line ends without end are parsed a slice at a time: others get their turn', async () => {
  const form = Buffer.concat([part(FILE, '\r\n'.repeat(50_000)), END])
  let turns = 0
  let isOver = false
  const others = (async () => {
    for (; !isOver; turns += 1) await setImmediate()
  })()
  await read(form, form.length, 200_000)
  isOver = true
  await others
  expect(turns).toBeGreaterThan(form.length / 4_096)
})

test.each([
  ['a file over the limit', part(FILE, Buffer.alloc(120_000)), 'payload_too_large'],
  ['a header that goes on and on', part(`X: ${'filename="'.repeat(5_000)}`, 'x'), 'bad_request'],
  [
    'fields without end',
    Buffer.concat(Array.from({ length: 50 }, () => part('Content-Disposition: form-data; name="a"', 'x'))),
    'bad_request',
  ],
  ['two files', Buffer.concat([part(FILE, 'a'), part(FILE, 'b'), END]), 'validation_error'],
  ['no file', Buffer.concat([part('Content-Disposition: form-data; name="a"', 'x'), END]), 'validation_error'],
  ['a form without its end', part(FILE, 'abc'), 'bad_request'],
])('an upload: %s is refused', async (_, body, code) => {
  await expect(read(body)).rejects.toMatchObject({ code })
})

test('a taker that refuses ends it with its own refusal', async () => {
  const form = Buffer.concat([part(FILE, Buffer.alloc(50_000)), END])
  const refused = takeUpload(requestOf(form), 100_000, () => Promise.reject(new Refusal('unprocessable', 'No.')))
  await expect(refused).rejects.toMatchObject({ code: 'unprocessable' })
})

test('a taker that refuses in the middle of the file and tidies up first ends it with its own refusal', async () => {
  const form = Buffer.concat([part(FILE, Buffer.alloc(90_000)), END])
  const refused = takeUpload(requestOf(form), 100_000, async ({ body }) => {
    try {
      for await (const _ of body) throw new Refusal('payload_too_large', 'No.')
    } finally {
      await pause(50)
    }
  })
  await expect(refused).rejects.toMatchObject({ code: 'payload_too_large' })
})

test('a request that broke off before its body was read is refused', async () => {
  const request = requestOf(part(FILE, 'abc'))
  request.destroy()
  await once(request, 'close')
  await expect(takeUpload(request, 100, async () => 'taken')).rejects.toMatchObject({ code: 'bad_request' })
})
