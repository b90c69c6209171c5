import { randomBytes } from 'node:crypto'

import fc from 'fast-check'
import { expect, test } from 'vitest'

import { fromBase58, toBase58 } from './base58.ts'

// From the base58 draft (draft-msporny-base58), section "Test Vectors".
test.each([
  ['Hello World!', '2NEpo7TZRRrLZSi2U'],
  ['The quick brown fox jumps over the lazy dog.', 'USm3fpXnKG5EUBx2ndxBDMPVciP5hGey2Jh4NDv6gmeo1LkMeiKrLJUUBk6Z'],
])('the bytes %s are %s in base58', (text, encoded) => {
  expect(toBase58(Buffer.from(text))).toBe(encoded)
})

test('leading zero bytes are ones in base58', () => {
  expect(toBase58(Uint8Array.from([0, 0, 0x28, 0x7f, 0xb4, 0xcd]))).toBe('11233QC4')
  expect(toBase58(new Uint8Array(32))).toBe('1'.repeat(32))
  expect(toBase58(new Uint8Array())).toBe('')
})

test('32 bytes have the length of a Solana address', () => {
  for (let round = 0; round < 200; round += 1)
    expect(toBase58(randomBytes(32))).toMatch(/^[1-9A-HJ-NP-Za-km-z]{32,44}$/)
})

test('keeps bytes through a round trip, leading zeros too', () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 1, maxLength: 64 }), (bytes) => {
      expect(fromBase58(toBase58(bytes))).toEqual(Buffer.from(bytes))
    }),
  )
})

test.each(['', '0', 'O', 'I', 'l', 'a b', '1'.repeat(200)])('%j is refused as no base58', (text) => {
  expect(fromBase58(text)).toBeNull()
})
