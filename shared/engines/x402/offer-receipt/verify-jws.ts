import { verify, type KeyObject } from 'node:crypto'

import { parseJson } from '#shared/lib/parse-json.ts'
import { isObject, type JsonObject } from '#shared/engines/json/json-value.ts'
import { strictBase64url } from '#shared/engines/jwt/strict-base64url.ts'

/** A compact JWS, taken apart; nothing of it is verified. */
export type Jws = { header: JsonObject; payload: JsonObject; signed: Buffer; signature: Buffer }

/** Algorithms of offers and receipts: the curve a key has to be of, and the digest. */
const ALGORITHMS = {
  EdDSA: { curve: 'ed25519', digest: null },
  Ed25519: { curve: 'ed25519', digest: null },
  ES256: { curve: 'prime256v1', digest: 'sha256' },
  ES256K: { curve: 'secp256k1', digest: 'sha256' },
} as const

export type JwsAlgorithm = keyof typeof ALGORITHMS

export const isJwsAlgorithm = (alg: unknown): alg is JwsAlgorithm =>
  typeof alg === 'string' && Object.hasOwn(ALGORITHMS, alg)

/** Reads header.payload.signature; null unless it is a JWS of JSON objects. */
export function readJws(text: string): Jws | null {
  const parts = text.split('.')
  if (parts.length !== 3) return null
  const [header, payload, signature] = parts.map(strictBase64url)
  if (!header || !payload || !signature || signature.length === 0) return null
  const [first, second] = [objectOf(header), objectOf(payload)]
  if (first === null || second === null) return null
  return { header: first, payload: second, signed: Buffer.from(`${parts[0]}.${parts[1]}`), signature }
}

/** Whether a key made the signature; a sentence when the key does not fit the algorithm. */
export function verifyJws({ signed, signature }: Jws, alg: JwsAlgorithm, key: KeyObject): boolean | string {
  const { curve, digest } = ALGORITHMS[alg]
  const has = key.asymmetricKeyDetails?.namedCurve ?? key.asymmetricKeyType
  if (has !== curve) return `${alg} needs a key of ${curve}, this one is of ${has}`
  return verify(digest, signed, { key, dsaEncoding: 'ieee-p1363' }, signature)
}

function objectOf(bytes: Buffer): JsonObject | null {
  const value = parseJson(bytes.toString('utf8'))
  return isObject(value) ? value : null
}
