import fc from 'fast-check'
import { expect, test } from 'vitest'

import { toBase58 } from '#shared/lib/crypto/base58.ts'
import { ed25519KeyPair } from '#shared/lib/crypto/ed25519-key-pair.ts'

import { isSolanaKey } from './solana-key.ts'

const asArray = (bytes: Uint8Array) => `[${[...bytes].join(', ')}]`

test('a seed with its public key is a Solana key, and with any other bit it is none', () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 32, maxLength: 32 }), fc.nat(511), (seed, bit) => {
      const pair = Buffer.concat([seed, ed25519KeyPair(seed).publicKey])
      expect([toBase58(pair), asArray(pair)].map(isSolanaKey)).toEqual([true, true])
      pair[bit >> 3] = (pair[bit >> 3] ?? 0) ^ (1 << (bit & 7))
      expect([toBase58(pair), asArray(pair)].map(isSolanaKey)).toEqual([false, false])
    }),
    { numRuns: 20 },
  )
})

test('whatever else the text is, it is none', () => {
  const bytes = fc.uint8Array({ maxLength: 70 })
  fc.assert(
    fc.property(fc.oneof(fc.string(), bytes.map(toBase58), bytes.map(asArray)), (text) => {
      expect(isSolanaKey(text)).toBe(false)
    }),
  )
  expect(isSolanaKey(`[${'256, '.repeat(63)}256]`)).toBe(false)
})
