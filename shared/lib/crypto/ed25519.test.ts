import { createHash, sign } from 'node:crypto'

import { ed25519 } from '@noble/curves/ed25519'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
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

const ORDER = 2n ** 252n + 27_742_317_777_372_353_535_851_937_790_883_648_493n
const numberOf = (bytes: Uint8Array) => BigInt(`0x${Buffer.from(bytes.toReversed()).toString('hex')}`)
const bytesOf = (number: bigint) => Buffer.from(number.toString(16).padStart(64, '0'), 'hex').toReversed()

test('the second form of a signature, whose scalar is not reduced, is none', () => {
  const second = Buffer.concat([signature.subarray(0, 32), bytesOf(numberOf(signature.subarray(32)) + ORDER)])
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

describe('the check of a signature', () => {
  const { ExtendedPoint: Point } = ed25519
  const base = Point.BASE
  const [secret, random] = [123_456_789n, 987_654_321n]
  const hashOf = (r: Uint8Array, key: Uint8Array, text: Uint8Array) =>
    numberOf(createHash('sha512').update(r).update(key).update(text).digest()) % ORDER
  /** What whoever knows the secret of a key makes with any R of which it knows the number. */
  const made = (r: Uint8Array, number: bigint, key: Uint8Array, text: Uint8Array) =>
    Buffer.concat([r, bytesOf((number + hashOf(r, key, text) * secret) % ORDER)])
  const neutral = Buffer.concat([Buffer.from([1]), Buffer.alloc(31)])
  const texts = Array.from({ length: 32 }, (_, nth) => Buffer.from(`message ${nth}`))

  test('takes what tweetnacl takes and nothing else, of a signature, a changed one, and other bytes', () => {
    const change = fc.oneof(
      fc.constant((bytes: Uint8Array) => bytes),
      fc.nat(64 * 8 - 1).map((bit) => (bytes: Uint8Array) => {
        const copy = Buffer.from(bytes)
        copy[bit >> 3] = (copy[bit >> 3] ?? 0) ^ (1 << (bit & 7))
        return copy
      }),
      fc.uint8Array({ minLength: 64, maxLength: 64 }).map((other) => () => other),
    )
    fc.assert(
      fc.property(seeds, fc.uint8Array({ maxLength: 100 }), change, (seed, text, changed) => {
        const pair = nacl.sign.keyPair.fromSeed(seed)
        const shown = changed(nacl.sign.detached(text, pair.secretKey))
        const isTaken = isEd25519Signature(shown, text, pair.publicKey)
        expect(isTaken).toBe(nacl.sign.detached.verify(text, shown, pair.publicKey))
      }),
      { numRuns: 20 },
    )
  })

  // The y of the points whose order divides eight, in every form that is read as one of them.
  test.each([
    '0000000000000000000000000000000000000000000000000000000000000000',
    '0100000000000000000000000000000000000000000000000000000000000000',
    '26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05',
    'c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a',
    'ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f',
    'edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f',
    'eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f',
  ])('refuses a key of small order, whose signatures nobody has to make: %s', (y) => {
    const [plain, signed] = [Buffer.from(y, 'hex'), Buffer.from(y, 'hex')]
    signed[31] = (signed[31] ?? 0) | 0x80
    const r = Buffer.from(base.multiply(random).toRawBytes())
    for (const key of [plain, signed]) {
      const forged = [Buffer.concat([neutral, Buffer.alloc(32)]), Buffer.concat([r, bytesOf(random)])]
      for (const forgery of forged) {
        expect(texts.some((text) => nacl.sign.detached.verify(text, forgery, key))).toBe(true)
        expect(texts.filter((text) => isEd25519Signature(forgery, text, key))).toEqual([])
      }
    }
  })

  test('refuses an R of small order, which the owner of a key can make', () => {
    const key = Buffer.from(base.multiply(secret).toRawBytes())
    const forgery = made(neutral, 0n, key, message)
    expect(nacl.sign.detached.verify(message, forgery, key)).toBe(true)
    expect(isEd25519Signature(forgery, message, key)).toBe(false)
  })

  test('takes a key and an R outside the group of the base point as tweetnacl does, message by message', () => {
    const small = Point.fromHex('26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05')
    const key = Buffer.from(base.multiply(secret).add(small).toRawBytes())
    const found = [0n, 1n].flatMap((times) => {
      const r = Buffer.from(base.multiply(random).add(small.multiplyUnsafe(times)).toRawBytes())
      return texts.slice(0, 16).map((text) => {
        const signed = made(r, random, key, text)
        return [isEd25519Signature(signed, text, key), nacl.sign.detached.verify(text, signed, key)]
      })
    })
    expect(found.filter(([ours, theirs]) => ours !== theirs)).toEqual([])
    expect(found.filter(([ours]) => ours)).not.toEqual([])
  })
})
