import { createPublicKey, type JsonWebKey, type KeyObject } from 'node:crypto'

import { p256 } from '@noble/curves/p256'
import { secp256k1 } from '@noble/curves/secp256k1'

import { isObject } from '#shared/engines/json/json-value.ts'
import { strictBase64url } from '#shared/engines/jwt/strict-base64url.ts'
import { fromBase58 } from '#shared/lib/crypto/base58.ts'

/** The result of resolving a key id: a key, a reason why it cannot be used, or null when only the network knows. */
export type KeyOfId = KeyObject | string | null

/** Resolves did:key and did:jwk, which contain their key. The part after # names the same key. Uses no network. */
export function keyOfDid(kid: string): KeyOfId {
  const [did = ''] = kid.split('#')
  if (did.startsWith('did:key:z')) return fromMulticodec(fromBase58(did.slice('did:key:z'.length)))
  if (did.startsWith('did:jwk:')) return fromJwkText(strictBase64url(did.slice('did:jwk:'.length)))
  return null
}

/** A public key from a JWK; a sentence when it is none. */
export function keyOfJwk(jwk: unknown): KeyObject | string {
  if (!isObject(jwk)) return 'it is not an object'
  // Only the public half: a private member would be read too.
  const { kty, crv, x, y } = jwk
  if (!['OKP', 'EC'].includes(String(kty))) return 'kty has to be OKP or EC'
  try {
    // Safe: the reader throws for members that are not texts.
    const key = { kty, crv, x, ...(y === undefined ? {} : { y }) } as JsonWebKey
    return createPublicKey({ key, format: 'jwk' })
  } catch {
    return 'it is no public key that can be read'
  }
}

function fromJwkText(bytes: Buffer | null): KeyOfId {
  try {
    return bytes === null ? 'it is not base64url' : keyOfJwk(JSON.parse(bytes.toString('utf8')))
  } catch {
    return 'it is not a JWK'
  }
}

/** Multicodec prefixes of did:key: Ed25519, secp256k1 and P-256 public keys. */
function fromMulticodec(bytes: Buffer | null): KeyOfId {
  if (bytes === null || bytes.length < 34) return 'it is no multibase key'
  const prefix = bytes.readUInt16BE(0)
  const key = bytes.subarray(2)
  if (prefix === 0xed01 && key.length === 32)
    return keyOfJwk({ kty: 'OKP', crv: 'Ed25519', x: key.toString('base64url') })
  if (prefix === 0xe701)
    return fromPoint('secp256k1', key, (hex) => secp256k1.ProjectivePoint.fromHex(hex).toRawBytes(false))
  if (prefix === 0x8024) return fromPoint('P-256', key, (hex) => p256.ProjectivePoint.fromHex(hex).toRawBytes(false))
  return 'it is of a kind receipts are not signed with'
}

function fromPoint(crv: string, key: Buffer, expand: (hex: string) => Uint8Array): KeyObject | string {
  try {
    const point = Buffer.from(expand(key.toString('hex')))
    const [x, y] = [point.subarray(1, 33), point.subarray(33, 65)].map((part) => part.toString('base64url'))
    return keyOfJwk({ kty: 'EC', crv, x, y })
  } catch {
    return 'it is no point of its curve'
  }
}
