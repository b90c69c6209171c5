import type { JsonObject } from './read-token.ts'

export type TokenTimes = {
  issued_at: string | null
  not_before: string | null
  expires_at: string | null
  expired: boolean
  not_yet_valid: boolean
  /** Whole seconds, negative once expired; null without a usable exp. */
  seconds_to_expiry: number | null
  /** From iat (else nbf) to exp. */
  lifetime_s: number | null
}

/** The times of a token at `now`; RFC 7519, section 4.1: from exp on it is expired, before nbf it is not yet valid. */
export function tokenTimes(claims: JsonObject | null, now: Date): TokenTimes {
  const [iat, nbf, exp] = ['iat', 'nbf', 'exp'].map((name) => numericDate(claims?.[name]))
  const nowS = now.getTime() / 1000
  const begin = iat ?? nbf
  return {
    issued_at: isoOf(iat),
    not_before: isoOf(nbf),
    expires_at: isoOf(exp),
    expired: exp !== null && exp !== undefined && exp <= nowS,
    not_yet_valid: nbf !== null && nbf !== undefined && nbf > nowS,
    seconds_to_expiry: exp === null || exp === undefined ? null : Math.floor(exp - nowS),
    lifetime_s: exp === null || exp === undefined || begin === null || begin === undefined ? null : exp - begin,
  }
}

/** Year 9999 in seconds; above it a number is no date but, most likely, milliseconds. */
const LAST_SECOND = 253_402_300_799

/** A NumericDate (seconds, fractions allowed) that a calendar can show, or null. */
export const numericDate = (value: unknown): number | null =>
  typeof value === 'number' && value >= -62_135_596_800 && value <= LAST_SECOND ? value : null

const isoOf = (seconds: number | null | undefined) =>
  seconds === null || seconds === undefined ? null : new Date(Math.floor(seconds * 1000)).toISOString()
