import { sign } from 'node:crypto'

import fc from 'fast-check'
import { expect, test } from 'vitest'
import nacl from 'tweetnacl'

import { isEd25519Signature, isEd25519Signed } from './ed25519.ts'
import { ed25519KeyPair } from './ed25519-key-pair.ts'

const seeds = fc.uint8Array({ minLength: 32, maxLength: 32 })
const { publicKey, privateKey } = ed25519KeyPair(Buffer.alloc(32, 7))
const message = Buffer.from('a message')
const signature = sign(null, message, privateKey)

test('the key pair of a seed is that of RFC 8032', () => {
  const pair = ed25519KeyPair(Buffer.from('9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60', 'hex'))
  expect(pair.publicKey.toString('hex')).toBe('d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a')
  expect(sign(null, Buffer.alloc(0), pair.privateKey).toString('hex')).toBe(
    'e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b',
  )
})

test.each([0, 31, 33, 64])('a seed of %i bytes is none', (length) => {
  expect(() => ed25519KeyPair(Buffer.alloc(length, 7))).toThrow(Error)
})

test('signatures and their verification are those of tweetnacl', () => {
  fc.assert(
    fc.property(seeds, fc.uint8Array({ maxLength: 100 }), (seed, text) => {
      const pair = ed25519KeyPair(seed)
      const theirs = nacl.sign.detached(text, nacl.sign.keyPair.fromSeed(seed).secretKey)
      expect(sign(null, text, pair.privateKey)).toEqual(Buffer.from(theirs))
      expect(isEd25519Signature(theirs, text, pair.publicKey)).toBe(true)
    }),
    { numRuns: 20 },
  )
})

test('a changed bit anywhere in a signature, its message or its key is seen', () => {
  const flip = (bytes: Uint8Array, bit: number) => {
    const copy = Buffer.from(bytes)
    copy[bit >> 3] = (copy[bit >> 3] ?? 0) ^ (1 << (bit & 7))
    return copy
  }
  fc.assert(
    fc.property(
      fc.nat(64 * 8 - 1),
      fc.nat(message.length * 8 - 1),
      fc.nat(32 * 8 - 1),
      (inSignature, inMessage, inKey) => {
        expect(isEd25519Signature(flip(signature, inSignature), message, publicKey)).toBe(false)
        expect(isEd25519Signature(signature, flip(message, inMessage), publicKey)).toBe(false)
        expect(isEd25519Signature(signature, message, flip(publicKey, inKey))).toBe(false)
      },
    ),
  )
})

test('the second form of a signature, whose scalar is not reduced, is none', () => {
  const order = 2n ** 252n + 27_742_317_777_372_353_535_851_937_790_883_648_493n
  const scalar = BigInt(`0x${Buffer.from(signature.subarray(32).toReversed()).toString('hex')}`) + order
  const second = Buffer.concat([
    signature.subarray(0, 32),
    Buffer.from(scalar.toString(16).padStart(64, '0'), 'hex').toReversed(),
  ])
  expect(nacl.sign.detached.verify(message, second, publicKey)).toBe(true)
  expect(isEd25519Signature(second, message, publicKey)).toBe(false)
})

test('whatever is a key or a signature of another form is refused without a throw', () => {
  const bytes = fc.oneof(fc.uint8Array({ maxLength: 70 }), fc.constantFrom(null, undefined))
  fc.assert(
    fc.property(bytes, bytes, fc.string(), (key, signed, text) => {
      expect(isEd25519Signature(signed, message, key)).toBe(false)
      expect(isEd25519Signed(text, text, message)).toBe(false)
    }),
  )
  expect(isEd25519Signed(publicKey.toString('hex'), signature.toString('base64url'), 'a message')).toBe(true)
  expect(isEd25519Signed(publicKey.toString('hex'), signature.toString('hex'), message)).toBe(true)
})
