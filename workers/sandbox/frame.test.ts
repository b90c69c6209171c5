import fc from 'fast-check'
import { expect, test } from 'vitest'

import { decodeFrame, encodeFrame } from './frame.ts'

test('a frame comes back as it was', () => {
  const parts = fc.array(fc.uint8Array({ maxLength: 50 }), { maxLength: 4 })
  fc.assert(
    fc.property(fc.jsonValue(), parts, (head, parts) => {
      const frame = decodeFrame(Buffer.concat(encodeFrame({ head, parts })))
      expect(frame?.head).toEqual(JSON.parse(JSON.stringify(head)))
      expect(frame?.parts.map((part) => [...part])).toEqual(parts.map((part) => [...part]))
    }),
  )
})

test('bytes that are no frame are null, never a crash', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
      expect(decodeFrame(Buffer.from(bytes))).toBeNull()
    }),
  )
  const whole = Buffer.concat(encodeFrame({ head: 1, parts: [Buffer.from('abc')] }))
  expect(decodeFrame(whole.subarray(0, -1))).toBeNull()
  expect(decodeFrame(Buffer.concat([whole, Buffer.from('x')]))).toBeNull()
})
