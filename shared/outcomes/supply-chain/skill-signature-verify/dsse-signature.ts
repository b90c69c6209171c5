import { preAuthEncoding } from '#shared/lib/crypto/dsse.ts'

import { readEnvelope } from '#shared/engines/attestation/verify-envelope.ts'
import { readClaims } from './claims.ts'
import { type Candidate, keyProof, noProof, type Proof } from './proof.ts'
import type { SignatureFormat } from './signature-verdict.ts'
import { verifyBytes } from './verify-bytes.ts'

/** A DSSE envelope checked with the keys the caller names, over the very bytes it carries. */
export function dsseSignature(value: unknown, keys: readonly Candidate[], format: SignatureFormat = 'dsse'): Proof {
  const envelope = readEnvelope(value)
  if (envelope === null) return noProof(format, 'unreadable_signature', 'This is no DSSE envelope.')
  if (keys.length === 0)
    return noProof(format, 'no_key', 'The envelope brings no key; send public_key or a trusted key.')
  const covered = preAuthEncoding(envelope.payloadType, envelope.bytes)
  for (const { sig } of envelope.signatures) {
    for (const candidate of keys) {
      const algorithm = verifyBytes(candidate.key, covered, sig)
      if (algorithm === null) continue
      const read = readClaims(envelope.bytes)
      const step = {
        step: 'signature',
        ok: true,
        detail: `${algorithm} over the envelope, ${envelope.payloadType.slice(0, 80)}`,
      }
      return 'problem' in read
        ? noProof(format, 'unreadable_payload', `The signature holds, but ${read.problem}.`, [step])
        : keyProof(format, algorithm, candidate, read.claims, [step, { step: 'payload', ok: true, detail: read.form }])
    }
  }
  return noProof(format, 'bad_signature', 'No signature of the envelope is of one of these keys.')
}
