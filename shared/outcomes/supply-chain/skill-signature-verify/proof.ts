import type { KeyObject } from 'node:crypto'

import type { Claims } from './claims.ts'
import type { SignatureFormat, Signer, Step } from './signature-verdict.ts'

/** A key a signature may have been made with, and whether it is among those the caller trusts. */
export type Candidate = { key: KeyObject; id: string; name: string | null; isTrusted: boolean; isExpected: boolean }

/** What a signature proves by itself, before it is compared with the files and with whom the caller trusts. */
export type Proof = {
  format: SignatureFormat
  algorithm: string
  /** What is signed; null when the signature proves nothing. */
  claims: Claims | null
  signer: Signer | null
  /** The key that made the signature. */
  key: KeyObject | null
  /** Certificates of the signer, leaf first, in DER. */
  certificates: readonly Buffer[]
  /** The identity was vouched for by the Sigstore trust root. */
  isKeyless: boolean
  signedAt: string | null
  steps: Step[]
  /** Why it proves nothing: a code and a sentence. */
  problem: { code: string; message: string } | null
  notes: readonly { code: string; message: string; isDoubtful: boolean }[]
}

/** A proof that failed. */
export const noProof = (
  format: SignatureFormat,
  code: string,
  message: string,
  steps: readonly Step[] = [],
): Proof => ({
  format,
  algorithm: 'none',
  claims: null,
  signer: null,
  key: null,
  certificates: [],
  isKeyless: false,
  signedAt: null,
  steps: [...steps, { step: code, ok: false, detail: message }],
  problem: { code, message },
  notes: [],
})

/** A proof by a plain key. */
export const keyProof = (
  format: SignatureFormat,
  algorithm: string,
  { key, id, name }: Pick<Candidate, 'key' | 'id' | 'name'>,
  claims: Claims,
  steps: Step[],
): Proof => ({
  format,
  algorithm,
  claims,
  signer: { kind: 'key', key_id: id, identity: null, issuer: null, name },
  key,
  certificates: [],
  isKeyless: false,
  signedAt: null,
  steps,
  problem: null,
  notes: [],
})
