import { constants, createPublicKey, type KeyObject, verify, X509Certificate } from 'node:crypto'

import { objectOr, textOr } from '#shared/engines/capability/tool-like.ts'
import { type Claims, readClaims } from './claims.ts'
import type { PackageManifest } from './package-manifest.ts'
import { type Candidate, keyProof, noProof, type Proof } from './proof.ts'
import { signedTexts } from './signed-texts.ts'
import { keyId } from './signing-key.ts'

type Part = { header: Record<string, unknown>; protectedText: string; payload: string; signature: Buffer }

const algorithms: Readonly<
  Record<string, { type: string; hash: string | null; name: string; curve?: string; isPss?: true }>
> = {
  EdDSA: { type: 'ed25519', hash: null, name: 'ed25519' },
  Ed25519: { type: 'ed25519', hash: null, name: 'ed25519' },
  ES256: { type: 'ec', hash: 'sha256', name: 'ecdsa-p256', curve: 'prime256v1' },
  ES384: { type: 'ec', hash: 'sha384', name: 'ecdsa-p384', curve: 'secp384r1' },
  ES512: { type: 'ec', hash: 'sha512', name: 'ecdsa-p521', curve: 'secp521r1' },
  RS256: { type: 'rsa', hash: 'sha256', name: 'rsa-pkcs1' },
  RS384: { type: 'rsa', hash: 'sha384', name: 'rsa-pkcs1' },
  RS512: { type: 'rsa', hash: 'sha512', name: 'rsa-pkcs1' },
  PS256: { type: 'rsa', hash: 'sha256', name: 'rsa-pss', isPss: true },
  PS384: { type: 'rsa', hash: 'sha384', name: 'rsa-pss', isPss: true },
  PS512: { type: 'rsa', hash: 'sha512', name: 'rsa-pss', isPss: true },
}

/**
 * A JWS (RFC 7515), compact or JSON, with a payload that lists the files, or detached over the manifest (also with
 * `b64: false`, RFC 7797). A key in the header is only what the signer claims; links to keys are never followed.
 */
export function jwsSignature(value: unknown, manifest: PackageManifest, keys: readonly Candidate[]): Proof {
  const parts = partsOf(value)
  if (parts === null) return noProof('jws', 'unreadable_signature', 'This is no JWS.')
  let failed = noProof('jws', 'bad_signature', 'No signature of the JWS is of one of these keys over this manifest.')
  for (const part of parts) {
    const proof = verifyPart(part, manifest, keys)
    if (proof.problem === null) return proof
    failed = proof
  }
  return failed
}

function verifyPart(part: Part, manifest: PackageManifest, keys: readonly Candidate[]): Proof {
  const { header, payload } = part
  const name = textOr(header['alg']) ?? ''
  const algorithm = Object.hasOwn(algorithms, name) ? algorithms[name] : undefined
  if (algorithm === undefined)
    return noProof('jws', 'bad_algorithm', `The algorithm ${name.slice(0, 40)} proves nothing.`)
  const isRaw = header['b64'] === false
  const { crit } = header
  const mustKnow = crit === undefined ? [] : Array.isArray(crit) ? crit : [null]
  if (mustKnow.some((one) => one !== 'b64') || (isRaw && !mustKnow.includes('b64'))) {
    return noProof('jws', 'bad_algorithm', 'The header has critical parts that are not understood.')
  }
  const texts: { bytes: Buffer; claims: () => Claims | string; name: string }[] =
    payload === ''
      ? signedTexts(manifest).map(({ bytes, claims, name: text }) => ({ bytes, claims: () => claims, name: text }))
      : [{ bytes: embedded(payload, isRaw), claims: () => claimsOf(embedded(payload, isRaw)), name: 'its payload' }]
  const all = [...keys, ...headerKeys(header)].filter(
    ({ key }) =>
      key.asymmetricKeyType?.startsWith(algorithm.type) === true &&
      key.asymmetricKeyDetails?.namedCurve === algorithm.curve,
  )
  if (all.length === 0)
    return noProof('jws', 'no_key', `No key for ${name} is known; send public_key or a trusted key.`)
  for (const { bytes, claims, name: text } of texts) {
    const covered = isRaw
      ? Buffer.concat([Buffer.from(`${part.protectedText}.`), bytes])
      : Buffer.from(`${part.protectedText}.${bytes.toString('base64url')}`)
    const candidate = all.find(({ key }) => holds(key, algorithm, covered, part.signature))
    if (candidate === undefined) continue
    const said = claims()
    const step = { step: 'signature', ok: true, detail: `${name} over ${text}` }
    return typeof said === 'string'
      ? noProof('jws', 'unreadable_payload', `The signature holds, but ${said}.`, [step])
      : keyProof('jws', algorithm.name, candidate, said, [step])
  }
  return noProof('jws', 'bad_signature', 'The signature of the JWS is of none of these keys over this manifest.')
}

const embedded = (payload: string, isRaw: boolean) => Buffer.from(payload, isRaw ? 'utf8' : 'base64url')

function claimsOf(bytes: Buffer): Claims | string {
  const read = readClaims(bytes)
  return 'problem' in read ? read.problem : read.claims
}

function holds(
  key: KeyObject,
  { hash, isPss }: (typeof algorithms)[string],
  covered: Buffer,
  signature: Buffer,
): boolean {
  try {
    const padding = isPss === true ? { padding: constants.RSA_PKCS1_PSS_PADDING } : {}
    return verify(hash, covered, { key, dsaEncoding: 'ieee-p1363', ...padding }, signature)
  } catch {
    return false
  }
}

/** Keys a header brings along: a JWK, or the first certificate of a chain. */
function headerKeys({ jwk, x5c }: Record<string, unknown>): Candidate[] {
  const found: KeyObject[] = []
  try {
    // Safe: whatever is wrong with it makes createPublicKey throw.
    if (jwk !== undefined) found.push(createPublicKey({ key: jwk as never, format: 'jwk' }))
    const [leaf] = Array.isArray(x5c) ? x5c : []
    if (typeof leaf === 'string') found.push(new X509Certificate(Buffer.from(leaf, 'base64')).publicKey)
  } catch {
    // A header that brings no key leaves those the caller named.
  }
  return found.map((key) => ({ key, id: keyId(key), name: null, isTrusted: false, isExpected: false }))
}

function partsOf(value: unknown): Part[] | null {
  if (typeof value === 'string') {
    const [protectedText = '', payload = '', signature = '', ...rest] = value.trim().split('.')
    const part = rest.length === 0 ? partOf(protectedText, payload, signature) : null
    return part === null ? null : [part]
  }
  const { payload, signatures, protected: own, signature } = objectOr(value)
  const many = Array.isArray(signatures) ? signatures.slice(0, 20) : [{ protected: own, signature }]
  const found = many.flatMap((one) => {
    const { protected: head, signature: mark } = objectOr(one)
    const part = partOf(textOr(head) ?? '', textOr(payload) ?? '', textOr(mark) ?? '')
    return part === null ? [] : [part]
  })
  return found.length === 0 ? null : found
}

function partOf(protectedText: string, payload: string, signature: string): Part | null {
  if (protectedText === '' || !/^[\w-]+$/.test(protectedText) || !/^[\w-]+$/.test(signature)) return null
  try {
    const header = objectOr(JSON.parse(Buffer.from(protectedText, 'base64url').toString('utf8')))
    return { header, protectedText, payload, signature: Buffer.from(signature, 'base64url') }
  } catch {
    return null
  }
}
