import * as fc from 'fast-check'
import { expect, test } from 'vitest'

import { packBody, unpackBody } from './pack-body.ts'

test('what is long takes a fraction, and what is short stays as it is', () => {
  const long = Buffer.from('{"name":"thing","version":"1.0.0"}'.repeat(2_000))
  expect(packBody(long).length).toBeLessThan(long.length / 10)
  expect(packBody(Buffer.from('{}'))).toEqual(Buffer.from('{}'))
})

test('every body comes back as it was, also one that is zstd itself', () => {
  const bodies = fc.oneof(
    fc.uint8Array({ maxLength: 3_000 }).map((bytes) => Buffer.from(bytes)),
    fc.string({ maxLength: 3_000 }).map((text) => Buffer.from(text)),
    fc.string({ maxLength: 50 }).map((text) => Buffer.from(`${text}x`.repeat(4_000))),
    fc.string({ maxLength: 50 }).map((text) => packBody(Buffer.from(`${text}x`.repeat(40_000)))),
  )
  fc.assert(
    fc.property(bodies, (body) => {
      expect(unpackBody(packBody(body)).equals(body)).toBe(true)
    }),
  )
})

test('a body that an older version kept is read as it came', () => {
  const body = Buffer.from('{"a":1}'.repeat(1_000))
  expect(unpackBody(body)).toEqual(body)
})
