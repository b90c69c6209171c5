import { compactVerify, errors } from 'jose'

import type { VerifyKey, VerifyKeys } from './read-key.ts'
import type { Token } from './read-token.ts'

/** `valid` speaks of the signature alone: times, audience and issuer are judged elsewhere. Null: it was not checked. */
export type Verification = {
  performed: boolean
  valid: boolean | null
  alg: string | null
  /** Whether the key has the token's kid; null when either has none. */
  kid_matched: boolean | null
  reason: string | null
}

/** Checks the signature with the keys that may be used for the token's algorithm. Never throws on any token or key. */
export async function verifyToken(token: Token, given: VerifyKeys | null): Promise<Verification> {
  const alg = typeof token.header['alg'] === 'string' ? token.header['alg'] : null
  const kid = typeof token.header['kid'] === 'string' ? token.header['kid'] : null
  const not = (reason: string | null, kidMatched: boolean | null = null): Verification => ({
    performed: false,
    valid: null,
    alg,
    kid_matched: kidMatched,
    reason,
  })
  if (given === null) return not(null)
  if (token.type === 'JWE') return not('A JWE is encrypted, not signed; it is not decrypted here.')
  if (alg === null) return not('The header names no algorithm.')

  const kidMatched =
    kid === null || given.keys.every((key) => key.kid === null) ? null : given.keys.some((key) => key.kid === kid)
  if (given.isSet && kidMatched === false) return not('No key of the set has the kid of the token.', false)
  const judged = (valid: boolean, reason: string | null): Verification => ({
    performed: true,
    valid,
    alg,
    kid_matched: kidMatched,
    reason,
  })
  if (alg.toLowerCase() === 'none')
    return judged(false, 'An unsigned token (alg none) is never valid when a key is given.')

  const named = given.isSet && kidMatched === true ? given.keys.filter((key) => key.kid === kid) : given.keys
  const fitting = named.filter((key) => key.algorithms.includes(alg))
  if (fitting.length === 0) return mismatch(alg, named, judged, not)

  let reason = 'The signature does not match.'
  for (const { key } of fitting) {
    try {
      await compactVerify(token.compact, key, { algorithms: [alg] })
      return judged(true, null)
    } catch (error) {
      if (error instanceof errors.JWSSignatureVerificationFailed) continue
      if (isShortRsa(fitting))
        return not('The RSA key has fewer than 2048 bits and is not accepted (RFC 7518, section 3.3).', kidMatched)
      reason =
        error instanceof errors.JOSENotSupported
          ? 'The header marks an extension as critical (crit) that is not known here.'
          : 'The token or key does not follow the rules of its algorithm.'
    }
  }
  return judged(false, reason)
}

/** Refusing is a check too: the algorithm in the token is not one that this key may be used for. */
function mismatch(
  alg: string,
  keys: readonly VerifyKey[],
  judged: (valid: boolean, reason: string) => Verification,
  not: (reason: string) => Verification,
): Verification {
  const allowed = [...new Set(keys.flatMap((key) => key.algorithms))]
  const kinds = [...new Set(keys.map((key) => key.kind))].join(', ')
  if (allowed.length === 0) return not(`A key of type ${kinds} cannot be used here, or not for its own alg.`)
  return judged(
    false,
    `The header says ${JSON.stringify(alg.slice(0, 40))}; a key of type ${kinds} verifies ${allowed.join(', ')} only.`,
  )
}

const isShortRsa = (keys: readonly VerifyKey[]) =>
  keys.every(({ key }) => (key.asymmetricKeyDetails?.modulusLength ?? Infinity) < 2048)
