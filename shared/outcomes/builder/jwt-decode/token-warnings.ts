import { headerWarnings } from './header-warnings.ts'
import { weakSecret } from './hmac-facts.ts'
import type { VerifyKeys } from './read-key.ts'
import type { JsonObject, Token } from './read-token.ts'
import { sensitiveClaims } from './sensitive-claims.ts'
import { numericDate } from './token-times.ts'
import type { TokenTimes } from './token-times.ts'
import type { Warning, WarningCode } from './token-warning.ts'

export type Expected = { audience: string | undefined; issuer: string | undefined }

const DAY_S = 86_400

/** Everything about a token that should worry whoever accepts it, gravest first. Messages quote no value of a claim. */
export function tokenWarnings(
  token: Token,
  given: VerifyKeys | null,
  times: TokenTimes,
  expected: Expected,
  now: Date,
): Warning[] {
  const warnings = [...headerWarnings(token, given)]
  const warn = (severity: Warning['severity'], code: WarningCode, message: string) =>
    warnings.push({ code, severity, message })

  if (token.duplicates.length > 0)
    warn('high', 'duplicate_key', `Given more than once, the last counts here: ${list(token.duplicates)}.`)
  if (given?.isPrivate === true)
    warn('high', 'private_key_given', 'A private key was sent; only its public half was used. Send the public key.')
  if (token.type === 'JWE') return sorted(warnings)

  const { payload } = token
  if (Object.hasOwn(payload, '__proto__') || Object.hasOwn(token.header, '__proto__')) {
    warn(
      'high',
      'prototype_key',
      'It has a key __proto__, left out here; merging it may change every object of a JavaScript program.',
    )
  }
  const weakness = weakSecret(token, given)
  if (weakness !== null) warn('high', 'weak_hmac_secret', weakness)
  for (const name of ['exp', 'nbf', 'iat']) {
    const value = payload[name]
    if (value !== undefined && numericDate(value) === null) warn('high', 'invalid_time', timeProblem(name, value))
  }
  if (payload['exp'] === undefined) warn('medium', 'missing_exp', 'It has no exp: once leaked it is good forever.')
  const lifetime = times.lifetime_s ?? times.seconds_to_expiry
  if (lifetime !== null && lifetime > DAY_S)
    warn('medium', 'long_lived', `It is good for ${Math.round(lifetime / 3600)} hours, more than 24.`)
  if (times.issued_at !== null && Date.parse(times.issued_at) > now.getTime() + 60_000) {
    warn('medium', 'issued_in_future', 'Its iat lies in the future: a clock is wrong, or it was made up.')
  }
  const sensitive = sensitiveClaims(payload)
  if (sensitive.length > 0) warn('high', 'sensitive_claim', `Anyone who sees the token can read: ${list(sensitive)}.`)
  warnings.push(...expectationWarnings(payload, expected))
  return sorted(warnings)
}

function expectationWarnings(payload: JsonObject, { audience, issuer }: Expected): Warning[] {
  const warnings: Warning[] = []
  const audiences: unknown[] = Array.isArray(payload['aud']) ? payload['aud'] : [payload['aud']]
  if (audience !== undefined && !audiences.includes(audience)) {
    warnings.push({
      code: 'aud_mismatch',
      severity: 'high',
      message: 'The expected audience is not among those of the token: it was not made for you.',
    })
  }
  if (issuer !== undefined && payload['iss'] !== issuer) {
    warnings.push({
      code: 'iss_mismatch',
      severity: 'high',
      message: 'The issuer of the token is not the expected one.',
    })
  }
  return warnings
}

function timeProblem(name: string, value: unknown): string {
  if (typeof value === 'number' && numericDate(value / 1000) !== null && value > 0) {
    return `${name} seems to be in milliseconds; it is read as seconds and lies thousands of years ahead.`
  }
  return `${name} is not a number of seconds since 1970, so libraries may ignore it.`
}

const RANK = { high: 0, medium: 1, low: 2 }

const sorted = (warnings: Warning[]) => warnings.toSorted((one, other) => RANK[one.severity] - RANK[other.severity])

/** The first few names, cut so that a hostile token cannot blow up the message. */
const list = (paths: readonly string[]) => {
  const shown = paths.slice(0, 5).map((path) => (path.length > 80 ? `${path.slice(0, 80)}…` : path))
  return shown.join(', ') + (paths.length > 5 ? ` and ${paths.length - 5} more` : '')
}
