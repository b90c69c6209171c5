import { SignedStatement } from '#shared/lib/crypto/signed-statement.ts'

import { isObject, ownValue, type JsonObject } from '../json/json-value.ts'
import { LintReport } from '../lint/lint-report.ts'
import { isEvmAddress } from '../x402/networks/evm-address.ts'
import { keyOfDid, keyOfJwk } from '../x402/offer-receipt/did-key.ts'
import { offerReceiptRules } from '../x402/offer-receipt/offer-receipt.rules.ts'
import { readArtifact } from '../x402/offer-receipt/read-artifact.ts'
import { verifyArtifact } from '../x402/offer-receipt/verify-artifact.ts'
import { isJwsAlgorithm, readJws, verifyJws } from '../x402/offer-receipt/verify-jws.ts'
import { canonicalDigest } from './hex-digest.ts'
import type { ReadReceipt } from './read-receipt.ts'
import { type OwnKey, verifyStatement } from './verify-statement.ts'

/** Result of checking a receipt's signature. `valid` is null when it could not be checked. */
export type SignatureCheck = {
  present: boolean
  checked: boolean
  valid: boolean | null
  key_id: string | null
  /**
   * How the signer is known: by our keys, the given key, the payee that the artifact names, or only by the key in the
   * receipt itself, which anybody can make. Null when no valid signature was found.
   */
  signer: 'ours' | 'given' | 'payee' | 'carried' | null
  reason: string | null
}

/** Where the keys come from. */
export type Keys = {
  /** Our keys; requested only when one of our receipts is checked. */
  own: () => Promise<readonly OwnKey[]>
  /** Checks an action receipt against keys; the product's own verifier. */
  verifyAction: (
    receipt: unknown,
    keys: readonly OwnKey[],
  ) => { valid: boolean; signature: boolean | null; reason: string | null }
  /** The caller's, for foreign receipts. */
  given: string | JsonObject | undefined
}

const absent: SignatureCheck = {
  present: false,
  checked: false,
  valid: null,
  key_id: null,
  signer: null,
  reason: 'the receipt has no signature',
}

/** Verifies a receipt by its profile; an unknown profile stays unchecked. */
export async function verifySignature(receipt: ReadReceipt, keys: Keys): Promise<SignatureCheck> {
  const { profile, object } = receipt
  const signature = ownValue(object, 'signature')
  if (typeof signature !== 'string' || signature === '') return absent
  const told = ownValue(object, 'key_id')
  const key_id = typeof told === 'string' ? told.slice(0, 100) : null
  const unchecked = (reason: string): SignatureCheck => ({
    present: true,
    checked: false,
    valid: null,
    key_id,
    signer: null,
    reason,
  })
  if (profile === 'x402-offer-receipt') return ofArtifact(object, keys.given)
  if (profile === 'jws') return ofJws(signature, keys.given)
  if (profile !== 'action-receipt-v1-rt' && profile !== 'readback-v1' && profile !== 'bind1')
    return unchecked('what the signature of this receipt covers is not known')
  const given = rawKeys(keys.given, key_id)
  const own = given ?? (await keys.own())
  const checked = (valid: boolean | null, reason: string | null): SignatureCheck => ({
    present: true,
    checked: valid !== null,
    valid,
    key_id,
    signer: valid === true ? (given === null ? 'ours' : 'given') : null,
    reason: valid === true ? null : reason,
  })
  if (profile === 'action-receipt-v1-rt') {
    const { valid, signature: fits, reason } = keys.verifyAction(object, own)
    return checked(fits === null ? valid || null : valid, reason)
  }
  const statement = statementOf(
    profile === 'bind1' ? { profile, digest: canonicalDigest(receipt.fields) } : receipt.fields,
  )
  if (statement === null) return checked(false, 'a signed member is missing or of another form')
  const valid = verifyStatement(statement, { signature, keyId: key_id }, own)
  return checked(
    valid,
    valid === null ? 'key_id names none of the keys in force' : 'a signed member was changed, or another key signed it',
  )
}

function statementOf(fields: JsonObject): SignedStatement | null {
  const read = SignedStatement.safeParse(fields)
  return read.success ? read.data : null
}

/** A caller's Ed25519 key (JWK, or 32 bytes in hex or base64url) under the id the receipt names. */
function rawKeys(given: Keys['given'], keyId: string | null): readonly OwnKey[] | null {
  if (given === undefined) return null
  const text = typeof given === 'string' ? given.trim() : ownValue(given, 'x')
  if (typeof text !== 'string') return []
  const bytes = /^[0-9a-f]{64}$/i.test(text) ? Buffer.from(text, 'hex') : Buffer.from(text, 'base64url')
  return bytes.length === 32 ? [{ kid: keyId ?? 'given', x: bytes.toString('base64url') }] : []
}

/** A signed offer or receipt of x402; the caller may name its signer by key or by EVM address. */
function ofArtifact(object: JsonObject, given: Keys['given']): SignatureCheck {
  const payload = ownValue(object, 'payload')
  const payTo = isObject(payload) ? ownValue(payload, 'payTo') : undefined
  const address = typeof given === 'string' && isEvmAddress(given.trim()) ? given.trim() : null
  const report = new LintReport(offerReceiptRules)
  const artifact = readArtifact(report, object, payTo === undefined ? 'receipt' : 'offer', '')
  if (artifact === null) return absent
  const { signature_valid, signer, kid, authorized } = verifyArtifact(report, artifact, {
    jwk: isObject(given) ? given : undefined,
    payTo: address ?? (typeof payTo === 'string' ? payTo : null),
  })
  // A recovery that does not give the signer who was named is a forgery, or the signature of changed terms.
  const valid = signature_valid === null && signer !== null && address !== null ? false : signature_valid
  const known = authorized === 'payto' ? (address === null ? 'payee' : 'given') : isObject(given) ? 'given' : 'carried'
  const [first] = report.conclude(null).findings
  return {
    present: true,
    checked: valid !== null,
    valid,
    key_id: kid ?? signer,
    signer: valid === true ? known : null,
    reason: valid === true ? null : (first?.message ?? 'the signature could not be checked'),
  }
}

function ofJws(text: string, given: Keys['given']): SignatureCheck {
  const jws = readJws(text)
  const kid = jws === null ? undefined : ownValue(jws.header, 'kid')
  const key_id = typeof kid === 'string' ? kid : null
  const told = (valid: boolean | null, reason: string | null): SignatureCheck => ({
    present: true,
    checked: valid !== null,
    valid,
    key_id,
    signer: valid !== true ? null : given === undefined ? 'carried' : 'given',
    reason,
  })
  const alg = jws?.header['alg']
  const key = given === undefined ? (key_id === null ? null : keyOfDid(key_id)) : keyOfJwk(given)
  if (jws === null || !isJwsAlgorithm(alg)) return told(null, 'the algorithm is not one receipts are signed with')
  if (key === null || typeof key === 'string') return told(null, key ?? 'no key was given, and the key id carries none')
  const verdict = verifyJws(jws, alg, key)
  if (verdict === true) return told(true, null)
  return told(false, verdict === false ? 'the payload was changed, or another key signed it' : verdict)
}
