import { generateKeyPairSync, verify as nodeVerify } from 'node:crypto'

import fc from 'fast-check'
import nacl from 'tweetnacl'
import { describe, expect, test } from 'vitest'

import { receiptKey } from './public-key.ts'
import { readReceiptFields, Receipt, signedText } from './receipt.ts'
import { createReceiptSigner } from './sign-receipt.ts'
import { receiptWish, testHmacKey, testSigner } from './testing.ts'
import { Verification, verifyReceipt, type VerifyWith } from './verify-receipt.ts'

const now = new Date('2026-11-20T12:00:00Z')
const mint = (changes = {}, at = now) => testSigner.sign(readReceiptFields(receiptWish(changes)), at)
const check = (receipt: unknown, more: Partial<VerifyWith> = {}) =>
  verifyReceipt(receipt, { keys: [testSigner.key], hmacKey: testHmacKey, now, ...more })

describe('a receipt', () => {
  test('is valid as minted, after a trip through JSON', () => {
    const receipt = mint({ action: 'déployer 🚀', decision_ref: 'dec_1' })
    expect(Receipt.parse(receipt)).toEqual(receipt)
    expect(check(JSON.parse(JSON.stringify(receipt)))).toEqual({
      valid: true,
      checks: { shape: true, digest: true, signature: true, hmac: true, age: true },
      profile: 'action-receipt-v1-rt',
      kid: testSigner.key.kid,
      reason: null,
      age_s: 0,
    })
  })

  test('is the same for the same fields and time', () => {
    expect(mint()).toEqual(mint())
    expect(mint({}, new Date(now.getTime() + 1))).not.toEqual(mint())
  })

  test('is confirmed by Node with the PEM of the key', () => {
    const receipt = mint()
    const signature = Buffer.from(receipt.signature, 'base64')
    const { public_key_pem } = testSigner.key
    expect(nodeVerify(null, Buffer.from(signedText(receipt)), public_key_pem, signature)).toBe(true)
  })

  test.each(['agent_id', 'action', 'payload_digest', 'nonce', 'quote', 'ts', 'signature', 'hmac', 'key_id'] as const)(
    'is not valid with any one character of %s changed',
    (name) => {
      const receipt = mint()
      for (const index of receipt[name].split('').keys()) {
        const was = receipt[name].charAt(index)
        const text = `${receipt[name].slice(0, index)}${was === 'a' ? 'b' : 'a'}${receipt[name].slice(index + 1)}`
        expect(check({ ...receipt, [name]: text }).valid, text).toBe(false)
      }
    },
  )

  test.each(['profile', 'receipt_type', 'agent_id', 'payload_digest', 'quote', 'ts', 'signature', 'hmac', 'key_id'])(
    'without %s has not its shape',
    (name) => {
      const { [name]: _, ...rest }: Record<string, unknown> = mint()
      expect(check(rest)).toMatchObject({
        valid: false,
        checks: { shape: false, signature: null },
        reason: expect.stringContaining(`${name}: `),
      })
    },
  )

  test('stays valid when fields change that are not signed', () => {
    expect(check({ ...mint(), decision_ref: 'another', verify: 'http://elsewhere', extra: 1 }).valid).toBe(true)
  })

  test('is read with its signature in base64url too, but not with stray bits in it', () => {
    const receipt = mint()
    const bytes = Buffer.from(receipt.signature, 'base64')
    expect(check({ ...receipt, signature: bytes.toString('base64url') }).valid).toBe(true)
    const stray = receipt.signature.replace(/.==$/, (end) => `${end.startsWith('A') ? 'B' : 'h'}==`)
    expect(Buffer.from(stray, 'base64')).toHaveLength(64)
    expect(check({ ...receipt, signature: stray }).checks.shape).toBe(false)
  })

  test('of another service with the same key_id is not ours', () => {
    const forger = createReceiptSigner({ seed: new Uint8Array(32).fill(7), hmacKey: testHmacKey }, 'https://x.example')
    const forged = { ...forger.sign(readReceiptFields(receiptWish()), now), key_id: testSigner.key.kid }
    expect(check(forged)).toMatchObject({ valid: false, checks: { signature: false, hmac: true } })
  })

  test('of a key that is not in force cannot be checked, so it is not valid', () => {
    const other = receiptKey(nacl.sign.keyPair().publicKey)
    expect(check(mint(), { keys: [other] })).toMatchObject({ valid: false, checks: { signature: null } })
    expect(check(mint(), { keys: [] }).valid).toBe(false)
    expect(check(mint(), { keys: [other, testSigner.key] }).valid).toBe(true)
  })

  test('is valid without the HMAC key too, and says that the HMAC was not checked', () => {
    expect(check(mint(), { hmacKey: undefined })).toMatchObject({ valid: true, checks: { hmac: null } })
    expect(check(mint(), { hmacKey: new Uint8Array(32) })).toMatchObject({ valid: false, checks: { hmac: false } })
  })
})

describe('its digest', () => {
  test.each([
    ['hello', true],
    ['hello\n', false],
    [{ hello: 1 }, false],
  ])('is compared with the payload %j', (payload, fits) => {
    expect(check(mint(), { payload })).toMatchObject({ valid: fits, checks: { digest: fits, signature: true } })
  })

  test('of an object is over its canonical form, so member order does not matter', () => {
    const digest = '43258cff783fe7036d8a43033f830adfc60ec037382473548ac742b888292777'
    expect(check(mint({ payload_digest: digest }), { payload: { b: 2, a: 1 } }).checks.digest).toBe(true)
  })
})

describe('its age', () => {
  const later = (seconds: number) => new Date(now.getTime() + seconds * 1_000)

  test('does not matter unless it is asked for', () => {
    expect(check(mint(), { now: later(1e9) })).toMatchObject({ valid: true, age_s: 1e9 })
    expect(check(mint(), { now: later(60), maxAgeS: 60 }).valid).toBe(true)
    expect(check(mint(), { now: later(61), maxAgeS: 60 })).toMatchObject({ valid: false, checks: { age: false } })
  })

  test('may not be negative by more than clocks differ', () => {
    expect(check(mint(), { now: later(-299) }).valid).toBe(true)
    expect(check(mint(), { now: later(-301) })).toMatchObject({ valid: false, reason: 'ts lies in the future.' })
  })
})

describe('whatever is sent', () => {
  const anyReceipt = fc.oneof(
    fc.jsonValue(),
    fc
      .constantFrom(...Object.keys(mint()))
      .chain((name) =>
        fc.oneof(fc.jsonValue(), fc.string({ unit: 'binary' })).map((value) => ({ ...mint(), [name]: value })),
      ),
    fc.base64String({ minLength: 86, maxLength: 90 }).map((signature) => ({ ...mint(), signature })),
  )

  test('there is an answer of the declared form', () => {
    fc.assert(
      fc.property(anyReceipt, (value) => {
        const found = check(value)
        expect(Verification.parse(found)).toEqual(found)
        expect(found.valid).toBe(found.reason === null)
      }),
    )
  })

  test('a receipt verifies exactly where node:crypto verifies its signature', () => {
    const { publicKey, privateKey } = generateKeyPairSync('ed25519')
    const { x = '', d = '' } = privateKey.export({ format: 'jwk' })
    const seed = Buffer.from(d, 'base64url')
    const signer = createReceiptSigner({ seed, hmacKey: testHmacKey }, 'https://farebox.example')
    expect(signer.key.x).toBe(x)
    fc.assert(
      fc.property(fc.string({ minLength: 1, maxLength: 40 }), fc.nat(63), fc.nat(255), (action, at, mask) => {
        if (/[|\p{Cc}\p{Cs}]/u.test(action)) return
        const receipt = signer.sign(readReceiptFields(receiptWish({ action })), now)
        const bytes = Buffer.from(receipt.signature, 'base64')
        bytes[at] = (bytes[at] ?? 0) ^ mask
        const ours = check({ ...receipt, signature: bytes.toString('base64') }, { keys: [signer.key] }).valid
        expect(ours).toBe(nodeVerify(null, Buffer.from(signedText(receipt)), publicKey, bytes))
      }),
      { numRuns: 50 },
    )
  })
})
