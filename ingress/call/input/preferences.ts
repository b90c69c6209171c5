import { Refusal } from '#shared/errors.ts'

/** How the caller wants to be answered. */
export type Preferences = {
  /** How long to hold the connection; 0 answers 202 at once. */
  waitMs: number
  /** What of Prefer was understood, as Preference-Applied says it when it was heeded; null for nothing. */
  asked: string | null
  maxCents: number | null
  idempotencyKey: string | null
}

/** The longest a call blocks: under the 60 s after which common proxies cut a connection. */
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
