import type { KeyObject } from 'node:crypto'

import { ownValue, preview, type JsonObject } from '#shared/engines/json/json-value.ts'
import { ARTIFACT_CHAIN_ID, ARTIFACTS } from './artifact-types.ts'
import { keyOfDid, keyOfJwk } from './did-key.ts'
import type { Artifact, ArtifactReport } from './read-artifact.ts'
import { readSignature, recoverSigner } from '../payment/recover-signer.ts'
import { sameAddress } from '../networks/token.ts'
import { typedDataDigest } from '../payment/typed-data.ts'
import { isJwsAlgorithm, verifyJws } from './verify-jws.ts'

/** Result of verifying an artifact's signature. */
export type Verified = {
  /** Null when it could not be checked here: an eip712 artifact only against a signer that is known beforehand. */
  signature_valid: boolean | null
  /** Address that signed an eip712 artifact. */
  signer: string | null
  /** Key id of a jws artifact. */
  kid: string | null
  /** Why the signer is trusted: it is the payee, its own DID contains the key, or unknown. */
  authorized: 'payto' | 'did' | 'unknown'
}

const UNVERIFIED: Verified = { signature_valid: null, signer: null, kid: null, authorized: 'unknown' }

type Given = { jwk: JsonObject | undefined; payTo: string | null }

/** Verifies an artifact's signature offline; a valid one proves the key, not its right to speak for the resource. */
export function verifyArtifact(report: ArtifactReport, artifact: Artifact, given: Given): Verified {
  const verified =
    artifact.format === 'jws' ? byJws(report, artifact, given.jwk) : byEip712(report, artifact, given.payTo)
  // A key the caller sent is one the caller trusts.
  const isTrusted = given.jwk !== undefined && verified.kid !== null && verified.authorized === 'unknown'
  if (verified.authorized === 'payto' || isTrusted) return verified
  const url = artifact.payload === null ? undefined : ownValue(artifact.payload, 'resourceUrl')
  const host = typeof url === 'string' ? (URL.parse(url)?.host ?? 'the resource') : 'the resource'
  const { signer, kid } = verified
  if (signer !== null) report.add('OR_SIGNER_UNKNOWN', artifact.at, { signer, host })
  else if (verified.signature_valid === true) report.add('OR_KEY_UNKNOWN', artifact.at, { kid: kid ?? 'the key', host })
  return verified
}

function byEip712(report: ArtifactReport, artifact: Artifact, payTo: string | null): Verified {
  const { kind, at, payload, signature, isComplete } = artifact
  if (signature === null) return UNVERIFIED
  const read = readSignature(signature)
  if (read === null) {
    report.add('OR_SIGNATURE_MALFORMED', `${at}/signature`, { expected: '0x and 65 bytes in hex' })
    return { ...UNVERIFIED, signature_valid: artifact.format === 'eip712' ? false : null }
  }
  if (payload === null || !isComplete) return UNVERIFIED
  const { primaryType, domain, members } = ARTIFACTS[kind]
  const message = Object.fromEntries(
    members.map(({ name, optional }) => [name, ownValue(payload, name) ?? optional?.empty]),
  )
  const digest = typedDataDigest({
    domain: { name: domain, version: '1', chainId: ARTIFACT_CHAIN_ID },
    types: { [primaryType]: members },
    primaryType,
    message,
  })
  const signer = digest === null ? null : recoverSigner(digest, read)
  if (signer === null) {
    report.add('OR_SIGNATURE_INVALID', `${at}/signature`, { why: 'no key can have made it' })
    return { ...UNVERIFIED, signature_valid: false }
  }
  // A recovery always gives some address, for changed terms just another one: only a known signer proves anything.
  const isPayee = payTo !== null && sameAddress(signer, payTo)
  return { signature_valid: isPayee ? true : null, signer, kid: null, authorized: isPayee ? 'payto' : 'unknown' }
}

function byJws(report: ArtifactReport, { at, jws }: Artifact, jwk: JsonObject | undefined): Verified {
  if (jws === null) return UNVERIFIED
  const { alg, kid } = jws.header
  const path = `${at}/signature`
  if (alg === undefined) report.add('OR_JWS_HEADER', path, { field: 'alg' })
  else if (!isJwsAlgorithm(alg)) report.add('OR_ALG', path, { given: preview(alg) })
  if (typeof kid !== 'string') report.add('OR_JWS_HEADER', path, { field: 'kid' })
  const id = typeof kid === 'string' ? kid : null
  const found = keyFor(report, { id, inHeader: jws.header['jwk'], jwk, path })
  if (!isJwsAlgorithm(alg) || found === null) return { ...UNVERIFIED, kid: id }
  const verdict = verifyJws(jws, alg, found.key)
  if (verdict !== true)
    report.add('OR_SIGNATURE_INVALID', path, {
      why: verdict === false ? 'another key made it, or it was changed' : verdict,
    })
  return { signature_valid: verdict === true, signer: null, kid: id, authorized: found.isOfDid ? 'did' : 'unknown' }
}

type Keys = { id: string | null; inHeader: unknown; jwk: JsonObject | undefined; path: string }

/** The key of an artifact: of its DID, else the one given, else the one in its own header. */
function keyFor(
  report: ArtifactReport,
  { id, inHeader, jwk, path }: Keys,
): { key: KeyObject; isOfDid: boolean } | null {
  const ofDid = id === null ? null : keyOfDid(id)
  const usable = (key: KeyObject | string | null, from: string) => {
    if (typeof key === 'string') report.add('OR_KEY_UNREADABLE', path, { from, why: key })
    return typeof key === 'string' ? null : key
  }
  const [did, given, header] = [
    usable(ofDid, 'kid'),
    jwk === undefined ? null : usable(keyOfJwk(jwk), 'jwk'),
    inHeader === undefined ? null : usable(keyOfJwk(inHeader), 'the JWS header'),
  ]
  const resolved = did ?? given
  if (resolved !== null && header !== null && !resolved.equals(header)) report.add('OR_KEY_MISMATCH', path)
  if (resolved !== null) return { key: resolved, isOfDid: did !== null }
  if (header !== null) return { key: header, isOfDid: false }
  if (id !== null && typeof ofDid !== 'string') report.add('OR_KEY_NEEDS_NETWORK', path, { kid: id })
  return null
}
