type Headers = Readonly<Record<string, string | string[] | undefined>>

/** Longest wait that an upstream can impose, in milliseconds. */
const LONGEST_MS = 900_000

/**
 * Milliseconds that an upstream asks us to wait: Retry-After in seconds or as an HTTP date, else the reset time of
 * `x-ratelimit-*` when nothing remains. Undefined if it does not say.
 */
export function retryAfterMs(headers: Headers, nowMs: number): number | undefined {
  const wait = fromRetryAfter(one(headers['retry-after']), nowMs) ?? fromReset(headers, nowMs)
  return wait === undefined ? undefined : Math.min(Math.max(wait, 0), LONGEST_MS)
}

/** Whether an answer is a rate limit: a 429, or a 403 with Retry-After or nothing remaining. */
export const isRateLimit = (status: number, headers: Headers) =>
  status === 429 || (status === 403 && (one(headers['retry-after']) !== '' || isUsedUp(headers)))

function fromRetryAfter(text: string, nowMs: number): number | undefined {
  if (/^\d{1,9}(?:\.\d+)?$/.test(text)) return Number(text) * 1_000
  // Date.parse accepts too much: require a month in letters, as in an HTTP date.
  const at = /[A-Za-z]{3}/.test(text) ? Date.parse(text) : Number.NaN
  return Number.isNaN(at) ? undefined : at - nowMs
}

function fromReset(headers: Headers, nowMs: number): number | undefined {
  const text = one(headers['x-ratelimit-reset'])
  if (!isUsedUp(headers) || !/^\d{1,12}$/.test(text)) return undefined
  const reset = Number(text)
  // Some services send seconds from now, others a Unix time.
  return reset < 1_000_000_000 ? reset * 1_000 : reset * 1_000 - nowMs
}

const isUsedUp = (headers: Headers) => one(headers['x-ratelimit-remaining']) === '0'

const one = (value: string | string[] | undefined) => (Array.isArray(value) ? (value[0] ?? '') : (value ?? '')).trim()
