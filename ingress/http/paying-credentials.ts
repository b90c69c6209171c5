import { Refusal } from '#shared/errors.ts'

/** Headers that hold a service key, and possibly an account credential, which is none of ours. */
const SHARED_HEADERS = ['Authorization', 'X-API-Key'] as const
const KEY = /^fb_(?:live|test)_[st]k_/
const PASS = /^fb_(?:live|test)_[dwm]p_/

/** The credentials of a request that pay, as they were sent. */
export type PayingCredentials = { key: string | undefined; pass: string | undefined }

/**
 * Reads the service key and the pass of a request. A key stands in X-Service-Key, in Authorization as a bearer token, or
 * in X-API-Key; in the last two only a value with the prefix of a service key is one, because account credentials stand
 * there too. A pass that stands there alone is returned as the key, so that its sender is told where it belongs. Throws
 * 400 for two different keys.
 */
export function payingCredentials(header: (name: string) => string | undefined): PayingCredentials {
  const pass = header('x-day-pass')?.trim()
  const own = header('x-service-key')?.trim()
  let key = own
  let keyHeader: string = 'X-Service-Key'
  let passAsKey: string | undefined
  for (const name of SHARED_HEADERS) {
    const sent = header(name.toLowerCase())
    if (sent === undefined) continue
    const text = sent.replace(/^bearer +/i, '').trim()
    if (PASS.test(text)) passAsKey ??= text
    if (!KEY.test(text) || text === key) continue
    if (key !== undefined) throw twoKeys(keyHeader, name)
    key = text
    keyHeader = name
  }
  return { key: key ?? (pass === undefined ? passAsKey : undefined), pass }
}

/**
 * The headers of a request without what pays: a service key or a pass in a place that account credentials share, and
 * payments in Authorization. For routes that take an account beside a payment.
 */
export const withoutPaying =
  (header: (name: string) => string | undefined) =>
  (name: string): string | undefined => {
    const sent = header(name)
    if (sent === undefined || !SHARED_HEADERS.some((shared) => shared.toLowerCase() === name)) return sent
    const text = sent.replace(/^bearer +/i, '').trim()
    return KEY.test(text) || PASS.test(text) || /^payment /i.test(text) ? undefined : sent
  }

/** Whether a text has the prefix of a day, week or month pass. */
export const hasPassPrefix = (text: string): boolean => PASS.test(text)

const twoKeys = (one: string, other: string): Refusal =>
  new Refusal('bad_request', `${one} and ${other} hold two different service keys; nothing was charged.`, {
    fix: { action: 'Send one service key, in one of X-Service-Key, Authorization: Bearer and X-API-Key.' },
  })
