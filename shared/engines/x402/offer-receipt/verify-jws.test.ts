import { generateKeyPairSync, sign } from 'node:crypto'

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { keyOfDid, keyOfJwk } from './did-key.ts'
import { isJwsAlgorithm, readJws, verifyJws } from './verify-jws.ts'

const ed = generateKeyPairSync('ed25519')
const p256 = generateKeyPairSync('ec', { namedCurve: 'P-256' })
const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
const signing = `${encode({ alg: 'EdDSA' })}.${encode({ amount: '1' })}`
const jwsOf = (signed: string) => `${signed}.${sign(null, Buffer.from(signing), ed.privateKey).toString('base64url')}`
const jws = readJws(jwsOf(signing))

/** Whether a key verifies a JWS; null where it is none. */
const verdict = (text: string, key = ed.publicKey) => {
  const read = readJws(text)
  return read === null ? null : verifyJws(read, 'EdDSA', key)
}

describe('the JWS of an offer or a receipt', () => {
  test('is read and verified by its key', () => {
    expect(jws?.payload).toEqual({ amount: '1' })
    expect(verdict(jwsOf(signing))).toBe(true)
  })

  test('is not valid with another payload, another header or another key', () => {
    expect(verdict(jwsOf(`${encode({ alg: 'EdDSA' })}.${encode({ amount: '2' })}`))).toBe(false)
    expect(verdict(jwsOf(`${encode({ alg: 'ES256' })}.${encode({ amount: '1' })}`))).toBe(false)
    expect(verdict(jwsOf(signing), generateKeyPairSync('ed25519').publicKey)).toBe(false)
  })

  test('is told that its key is of another curve than its algorithm', () => {
    expect(verdict(jwsOf(signing), p256.publicKey)).toBe('EdDSA needs a key of ed25519, this one is of prime256v1')
  })

  test('has an algorithm of ours: none and HMAC are none', () => {
    expect(['EdDSA', 'Ed25519', 'ES256', 'ES256K'].every(isJwsAlgorithm)).toBe(true)
    expect(['none', 'HS256', 'RS256', 'constructor', '', 1, null].some(isJwsAlgorithm)).toBe(false)
  })

  test('of any text is read or null', () => {
    const part = fc.oneof(fc.string(), fc.base64String(), fc.jsonValue().map(encode))
    fc.assert(
      fc.property(fc.array(part, { maxLength: 4 }), (parts) => {
        const read = readJws(parts.join('.'))
        expect(read === null || (read.signature.length > 0 && typeof read.payload === 'object')).toBe(true)
      }),
    )
  })
})

describe('a key id that holds its key', () => {
  const jwk = ed.publicKey.export({ format: 'jwk' })

  test('is resolved without a network: did:jwk, and did:key of the specification', () => {
    const found = keyOfDid(`did:jwk:${encode(jwk)}#0`)
    expect(typeof found === 'object' && found?.equals(ed.publicKey)).toBe(true)
    const known = keyOfDid('did:key:z6MkhaXgBZDvotDkL5257faiztiGiC2QtKLGpbnnEGta2doK')
    expect(typeof known === 'object' && known?.asymmetricKeyType).toBe('ed25519')
  })

  test('that only the network knows is null, and one that is broken says why', () => {
    expect(keyOfDid('did:web:example.com')).toBeNull()
    expect(keyOfDid('did:key:z6Mk')).toEqual(expect.any(String))
    expect(keyOfDid('did:jwk:e30')).toEqual(expect.any(String))
  })

  test('gives no private key away: the private member is not read', () => {
    const key = keyOfJwk(ed.privateKey.export({ format: 'jwk' }))
    expect(typeof key === 'object' && key.type).toBe('public')
  })

  test('of any text is a key, a reason or null', () => {
    const kid = fc.oneof(
      fc.string(),
      fc.string().map((text) => `did:key:z${text}`),
      fc.json().map((text) => `did:jwk:${Buffer.from(text).toString('base64url')}`),
    )
    fc.assert(
      fc.property(kid, (text) => {
        const found = keyOfDid(text)
        expect(found === null || typeof found === 'string' || found.type === 'public').toBe(true)
      }),
    )
  })
})
