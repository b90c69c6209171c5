import { createPublicKey, createSecretKey } from 'node:crypto'
import type { KeyObject } from 'node:crypto'

import { keyAlgorithms } from './key-algorithms.ts'
import { isObject } from '#shared/engines/json/json-value.ts'
import { strictBase64url } from '#shared/engines/jwt/strict-base64url.ts'

/** One key that may verify a signature, with the only algorithms it may be used for. */
export type VerifyKey = { key: KeyObject; kid: string | null; algorithms: readonly string[]; kind: string }

/** What was sent as key. `asSent` is the text of a PEM, which a forger may have used as an HMAC secret. */
export type VerifyKeys = { keys: VerifyKey[]; isSet: boolean; isPrivate: boolean; asSent: string | null }

const MAX_SET = 50

/** Characters; a certificate with a 16,384-bit key fits. Far larger numbers only serve to keep a processor busy. */
const MAX_PEM = 16_384
const MAX_MEMBER = 4_096
const MAX_EXPONENT = 16

/**
 * Reads a PEM (public key, private key, certificate), a JWK or JWKS (object or JSON text), or else a shared secret, whose
 * UTF-8 bytes are the HMAC key. Of a private key only the public half is used. Returns a sentence when it is none; the
 * sentence quotes nothing of the key.
 */
export function readKey(sent: string | Record<string, unknown>): VerifyKeys | string {
  if (typeof sent !== 'string') return readJson(sent)
  const text = sent.trim()
  if (text.startsWith('-----BEGIN')) return readPem(sent)
  if (!text.startsWith('{'))
    return { keys: [secret(Buffer.from(sent), null, undefined)], isSet: false, isPrivate: false, asSent: null }
  try {
    // Safe: text that begins with a brace and parses is an object.
    return readJson(JSON.parse(text) as Record<string, unknown>)
  } catch {
    return 'the key begins like JSON and is not JSON'
  }
}

function readPem(sent: string): VerifyKeys | string {
  if (sent.length > MAX_PEM) return `the PEM is longer than ${MAX_PEM} characters`
  // A PEM that travelled through an environment variable has its line breaks spelled out.
  const pem = sent.includes('\n') ? sent : sent.replaceAll('\\n', '\n')
  try {
    const key = createPublicKey(pem)
    return {
      keys: [asymmetric(key, null, undefined)],
      isSet: false,
      isPrivate: /PRIVATE KEY-----/.test(pem),
      asSent: sent,
    }
  } catch {
    return 'the PEM holds no public key, private key without passphrase or certificate that can be read'
  }
}

function readJson(value: Record<string, unknown>): VerifyKeys | string {
  if (!Array.isArray(value['keys'])) {
    const key = readJwk(value)
    return typeof key === 'string' ? key : { keys: [key], isSet: false, isPrivate: isPrivate(value), asSent: null }
  }
  if (value['keys'].length > MAX_SET) return `the JWKS has more than ${MAX_SET} keys`
  const read = value['keys'].map((member: unknown) =>
    isObject(member) ? readJwk(member) : 'a member of keys is not an object',
  )
  // RFC 7517, section 5: keys of a set that one does not understand are ignored.
  const keys = read.filter((key) => typeof key !== 'string')
  if (keys.length === 0) return `the JWKS has no usable key${typeof read[0] === 'string' ? `: ${read[0]}` : ''}`
  return {
    keys,
    isSet: true,
    isPrivate: value['keys'].some((member) => isObject(member) && isPrivate(member)),
    asSent: null,
  }
}

function readJwk(jwk: Record<string, unknown>): VerifyKey | string {
  const kid = typeof jwk['kid'] === 'string' ? jwk['kid'] : null
  if (jwk['use'] !== undefined && jwk['use'] !== 'sig') return 'the JWK is not meant for signatures (use)'
  const isHuge = MEMBERS.some((name) => {
    const member = jwk[name]
    return typeof member === 'string' && member.length > (name === 'e' ? MAX_EXPONENT : MAX_MEMBER)
  })
  if (isHuge) return 'the JWK has a number that no real key has'
  if (jwk['kty'] === 'oct') {
    const bytes = typeof jwk['k'] === 'string' ? strictBase64url(jwk['k']) : null
    return bytes === null || bytes.length === 0 ? 'the JWK has no k in base64url' : secret(bytes, kid, jwk['alg'])
  }
  try {
    return asymmetric(createPublicKey({ key: jwk, format: 'jwk' }), kid, jwk['alg'])
  } catch {
    return 'the key is no PEM, JWK, JWKS or shared secret that can be read'
  }
}

const asymmetric = (key: KeyObject, kid: string | null, alg: unknown): VerifyKey => ({
  key,
  kid,
  algorithms: narrowed(keyAlgorithms(key), alg),
  kind: key.asymmetricKeyDetails?.namedCurve ?? key.asymmetricKeyType ?? 'unknown',
})

const secret = (bytes: Buffer, kid: string | null, alg: unknown): VerifyKey => {
  const key = createSecretKey(bytes)
  return { key, kid, algorithms: narrowed(keyAlgorithms(key), alg), kind: 'secret' }
}

/** A JWK's `alg` narrows the list further; EdDSA is the older name of Ed25519. */
function narrowed(algorithms: readonly string[], alg: unknown): readonly string[] {
  if (alg === undefined) return algorithms
  return algorithms.filter((name) => name === alg || (name.startsWith('Ed') && (alg === 'EdDSA' || alg === 'Ed25519')))
}

/** The members of a JWK that are numbers, points or secrets. */
const MEMBERS = ['e', 'n', 'k', 'x', 'y', 'd', 'p', 'q', 'dp', 'dq', 'qi']

const isPrivate = (jwk: Record<string, unknown>) => jwk['d'] !== undefined
