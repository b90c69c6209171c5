import { Refusal } from '#shared/errors.ts'

/** What a caller may ask for with Prefer, X-Max-Cents and Idempotency-Key. */
export type Preferences = {
  /** How long to wait for the result, in milliseconds; 0 answers 202 at once. */
  waitMs: number
  /** The value of Preference-Applied if the preference takes effect; null when Prefer asked for nothing known. */
  asked: string | null
  maxCents: number | null
  idempotencyKey: string | null
}

/** Longest wait in seconds: less than the 60 s after which common proxies close a connection. */
export const MAX_WAIT_S = 55

/** Reads Prefer (RFC 7240), X-Max-Cents and Idempotency-Key. Throws 400 for what is malformed. */
export function preferencesOf(header: (name: string) => string | undefined): Preferences {
  const prefer = header('prefer')
  const wait = prefer === undefined ? undefined : /(?:^|[,;\s])wait\s*=\s*"?(\d{1,6})"?/i.exec(prefer)?.[1]
  const now = prefer !== undefined && /(?:^|[,;\s])respond-async(?:$|[,;\s])/i.test(prefer)
  return {
    waitMs:
      now && wait === undefined ? 0 : Math.min(wait === undefined ? MAX_WAIT_S : Number(wait), MAX_WAIT_S) * 1_000,
    asked: now || wait !== undefined ? applied(now, wait) : null,
    maxCents: maxCentsOf(header('x-max-cents')),
    idempotencyKey: idempotencyKeyOf(header('idempotency-key')),
  }
}

const applied = (now: boolean, wait: string | undefined): string =>
  [
    ...(now ? ['respond-async'] : []),
    ...(wait === undefined ? [] : [`wait=${Math.min(Number(wait), MAX_WAIT_S)}`]),
  ].join(', ')

function maxCentsOf(sent: string | undefined): number | null {
  if (sent === undefined) return null
  if (!/^\d{1,9}$/.test(sent.trim())) {
    throw new Refusal('bad_request', 'X-Max-Cents has to be a whole number of cents.', {
      fix: { action: 'Send X-Max-Cents: 10, or leave it out.' },
    })
  }
  return Number(sent)
}

/** 1 to 255 visible ASCII characters, raw or as a quoted string (IETF draft-07). */
export function idempotencyKeyOf(sent: string | undefined): string | null {
  if (sent === undefined) return null
  const key = /^"(.*)"$/.exec(sent.trim())?.[1] ?? sent.trim()
  if (!/^[\x21-\x7e]{1,255}$/.test(key)) {
    throw new Refusal('bad_request', 'Idempotency-Key has to be 1 to 255 visible ASCII characters without spaces.', {
      fix: { action: 'Send a UUID as Idempotency-Key, the same one when you retry.' },
    })
  }
  return key
}
