import { createPublicKey, type KeyObject, verify } from 'node:crypto'

import { isObject } from '#shared/engines/json/json-value.ts'
import { parseJson } from '#shared/lib/parse-json.ts'
import { preAuthEncoding } from '#shared/lib/crypto/dsse.ts'
import { keyHex } from '#shared/lib/crypto/ed25519.ts'

import { PAYLOAD_TYPE, STATEMENT_TYPE, type Statement } from './statement.ts'

/** A DSSE envelope read from untrusted JSON. */
export type ReadEnvelope = {
  payloadType: string
  bytes: Buffer
  signatures: { keyid: string | null; sig: Buffer }[]
  /** Null when the payload is not an in-toto statement. */
  statement: Statement | null
}

/** Reads an envelope; null when it has not the form of one. Base64 may be standard or URL-safe (DSSE allows both). */
export function readEnvelope(value: unknown): ReadEnvelope | null {
  if (!isObject(value)) return null
  const { payloadType, payload, signatures } = value
  if (typeof payloadType !== 'string' || typeof payload !== 'string' || !Array.isArray(signatures)) return null
  const bytes = base64(payload)
  const read = signatures.slice(0, 20).flatMap((one: unknown) => {
    if (!isObject(one) || typeof one['sig'] !== 'string') return []
    const sig = base64(one['sig'])
    return sig === null ? [] : [{ keyid: typeof one['keyid'] === 'string' ? one['keyid'] : null, sig }]
  })
  return bytes === null || read.length === 0
    ? null
    : { payloadType, bytes, signatures: read, statement: statementIn(bytes, payloadType) }
}

/**
 * Whether one of an envelope's signatures fits one of the keys; null when there is no key to check with. The
 * transmitted bytes are checked, never a re-encoding of them.
 */
export function isSignedBy(envelope: ReadEnvelope, keys: readonly KeyObject[]): boolean | null {
  if (keys.length === 0) return null
  const covered = preAuthEncoding(envelope.payloadType, envelope.bytes)
  return envelope.signatures.some(({ sig }) => keys.some((key) => isSigned(covered, key, sig)))
}

/** A public key a caller names: 32 bytes of Ed25519 in hex or base64, a PEM, or a JWK. Null for anything else. */
export function readPublicKey(value: unknown): KeyObject | null {
  try {
    if (typeof value === 'string') {
      if (value.includes('-----BEGIN')) return createPublicKey(value)
      const hex = keyHex(value)
      return hex === null ? null : ed25519Key(Buffer.from(hex, 'hex').toString('base64url'))
    }
    if (!isObject(value)) return null
    // Safe: createPublicKey throws for every invalid key.
    return createPublicKey({ key: value as never, format: 'jwk' })
  } catch {
    return null
  }
}

/** An Ed25519 public key of its JWK member x. */
export const ed25519Key = (x: string): KeyObject =>
  createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' })

function isSigned(covered: Buffer, key: KeyObject, sig: Buffer): boolean {
  const isEdwards = key.asymmetricKeyType === 'ed25519' || key.asymmetricKeyType === 'ed448'
  const encodings = key.asymmetricKeyType === 'ec' ? (['der', 'ieee-p1363'] as const) : (['der'] as const)
  return encodings.some((dsaEncoding) => {
    try {
      return verify(isEdwards ? null : 'sha256', covered, { key, dsaEncoding }, sig)
    } catch {
      return false
    }
  })
}

function statementIn(bytes: Buffer, payloadType: string): Statement | null {
  if (payloadType !== PAYLOAD_TYPE) return null
  const value = parseJson(bytes.toString('utf8'))
  if (!isObject(value) || value['_type'] !== STATEMENT_TYPE || !Array.isArray(value['subject'])) return null
  // Safe: subject and predicate are looked at member by member wherever they are used.
  return isObject(value['predicate']) ? (value as Statement) : null
}

const base64 = (text: string): Buffer | null =>
  /^[\w+/-]*={0,2}$/.test(text) && text.length > 0
    ? Buffer.from(text.replaceAll('-', '+').replaceAll('_', '/'), 'base64')
    : null
