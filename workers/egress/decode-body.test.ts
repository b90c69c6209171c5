import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'

import fc from 'fast-check'
import { expect, test } from 'vitest'

import { Refusal } from '#shared/errors.ts'

import { decodeBody } from './decode-body.ts'

const MB = 1024 * 1024
const encodings = { gzip: gzipSync, deflate: deflateSync, br: brotliCompressSync }

test('any layers of any bytes come back as they were', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.uint8Array({ maxLength: 2_000 }),
      fc.array(fc.constantFrom(...(Object.keys(encodings) as (keyof typeof encodings)[])), { maxLength: 3 }),
      async (bytes, layers) => {
        const wire = layers.reduce<Buffer>((body, layer) => encodings[layer](body), Buffer.from(bytes))
        const { body, truncated } = await decodeBody(wire, layers.join(', '), { maxBytes: MB, cut: false })
        expect([Buffer.compare(body, Buffer.from(bytes)), truncated]).toEqual([0, false])
      },
    ),
    { numRuns: 60 },
  )
})

test('any bytes in the name of any encoding are read or refused', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.uint8Array({ maxLength: 300 }),
      fc.array(fc.constantFrom('gzip', 'deflate', 'br', 'zstd', '', 'identity', 'GZip ', 'x'), { maxLength: 5 }),
      fc.boolean(),
      async (bytes, layers, cut) => {
        const outcome = await decodeBody(Buffer.from(bytes), layers, { maxBytes: 200, cut }).catch(
          (error: unknown) => error,
        )
        expect(outcome instanceof Refusal ? !cut : Object(outcome).body.length <= 200, String(outcome)).toBe(true)
      },
    ),
    { numRuns: 100 },
  )
})

test('1 MB of blanks in a few hundred bytes is read, and 2 MB are refused', async () => {
  const decoded = (size: number) =>
    decodeBody(gzipSync(Buffer.alloc(size, ' ')), 'gzip', { maxBytes: 20 * MB, cut: false })
  expect((await decoded(MB)).body.length).toBe(MB)
  await expect(decoded(2 * MB)).rejects.toThrow('grows too much')
})

test('a body over the limit that is no bomb is too large', async () => {
  const noise = Buffer.from(Array.from({ length: 40_000 }, (_, n) => (n * 7_919) % 251))
  await expect(decodeBody(gzipSync(noise), 'gzip', { maxBytes: 30_000, cut: false })).rejects.toThrow('too large')
  expect((await decodeBody(gzipSync(noise), 'gzip', { maxBytes: 30_000, cut: true })).body.length).toBe(30_000)
})
