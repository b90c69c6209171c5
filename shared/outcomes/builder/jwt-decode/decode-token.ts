import type { VerifyKeys } from './read-key.ts'
import type { JsonObject, Token } from './read-token.ts'
import { CLAIM_MEANINGS } from './registered-claims.rules.ts'
import { tokenTimes } from './token-times.ts'
import type { TokenTimes } from './token-times.ts'
import type { Warning } from './token-warning.ts'
import { tokenWarnings } from './token-warnings.ts'
import type { Expected } from './token-warnings.ts'
import { verifyToken } from './verify-token.ts'
import type { Verification } from './verify-token.ts'

export type DecodedToken = {
  header: JsonObject
  payload: JsonObject | null
  signature_present: boolean
  type: 'JWS' | 'JWE'
  times: TokenTimes
  claims: { name: string; value: unknown; meaning: string }[]
  verification: Verification
  warnings: Warning[]
  decoded_only: boolean
}

/** Explains a token at `now` and, when keys are given, checks its signature. Quotes neither the token nor a key. */
export async function decodeToken(
  token: Token,
  given: VerifyKeys | null,
  expected: Expected,
  now: Date,
): Promise<DecodedToken> {
  const payload = token.type === 'JWS' ? token.payload : null
  const times = tokenTimes(payload, now)
  const verification = await verifyToken(token, given)
  return {
    header: token.header,
    payload,
    signature_present: token.type === 'JWS' && token.signature.length > 0,
    type: token.type,
    times,
    claims: Object.entries(payload ?? {}).flatMap(([name, value]) => {
      const meaning = Object.hasOwn(CLAIM_MEANINGS, name) ? CLAIM_MEANINGS[name] : undefined
      return meaning === undefined ? [] : [{ name, value, meaning }]
    }),
    verification,
    warnings: tokenWarnings(token, given, times, expected, now),
    decoded_only: verification.valid !== true,
  }
}
