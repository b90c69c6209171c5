import { createHash, createHmac, createPublicKey, verify } from 'node:crypto'

import { describe, expect, test } from 'vitest'

import { readReceiptFields, RECEIPT_PROFILE, signedText } from './receipt.ts'
import { SAMPLE_PUBLIC_KEY_HEX, SAMPLE_RECEIPT } from './sample-receipt.ts'
import { receiptVectors, testHmacKey, testSigner } from '#test/support/files/receipt-vectors.ts'
import { verifyReceipt } from './verify-receipt.ts'

const { vectors, test_key, receipt, invalid } = receiptVectors
const now = new Date('2028-03-01T00:00:00Z')
const known = { keys: [testSigner.key], hmacKey: testHmacKey, now }

// Node's own Ed25519, fed with the published bytes: shares nothing with the code under test.
const publicKey = createPublicKey({
  key: { kty: 'OKP', crv: 'Ed25519', x: Buffer.from(test_key.public_key_hex, 'hex').toString('base64url') },
  format: 'jwk',
})
const isSignedFor = (text: string, signature: string) =>
  verify(null, Buffer.from(text, 'utf8'), publicKey, Buffer.from(signature, 'base64'))

test('the test key is the one of RFC 8032 and has the published id', () => {
  expect(testSigner.key).toMatchObject({ public_key_hex: test_key.public_key_hex, kid: test_key.key_id })
  expect(test_key.public_key_hex).toBe('d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a')
  expect(receiptVectors.profile).toBe(RECEIPT_PROFILE)
})

describe.each(vectors)('vector "$name"', ({ fields, signed_text, signed_text_sha256, signature, hmac }) => {
  test('is what we sign', () => {
    const signed = testSigner.sign(readReceiptFields(fields), new Date(fields.ts))
    expect(signed).toMatchObject({ ...fields, signature, hmac })
    expect(signedText(signed)).toBe(signed_text)
  })

  test('is confirmed by node:crypto', () => {
    expect(createHash('sha256').update(signed_text).digest('hex')).toBe(signed_text_sha256)
    expect(createHmac('sha256', testHmacKey).update(signed_text).digest('hex')).toBe(hmac)
    expect(isSignedFor(signed_text, signature)).toBe(true)
    expect(isSignedFor(`${signed_text} `, signature)).toBe(false)
  })
})

test('the receipt the invalid ones are made of is valid', () => {
  expect(verifyReceipt(receipt, known)).toMatchObject({ valid: true, reason: null })
})

test.each(invalid)('a receipt with $name fails at its $fails', ({ change, fails }) => {
  const { valid, checks, reason } = verifyReceipt({ ...receipt, ...change }, known)
  expect(valid).toBe(false)
  expect(checks[fails]).not.toBe(true)
  expect(reason).toEqual(expect.any(String))
})

test('the free sample of a receipt is one of the published vectors', () => {
  const { agent_id, action, payload_digest, nonce, quote, ts, signature, hmac, key_id } = SAMPLE_RECEIPT
  expect(vectors.find((vector) => vector.signature === signature)).toMatchObject({
    fields: { agent_id, action, payload_digest, nonce, quote, ts },
    hmac,
  })
  expect([key_id, SAMPLE_PUBLIC_KEY_HEX]).toEqual([test_key.key_id, test_key.public_key_hex])
})
