/** 4xx that may pass when tried again: time-out, conflict, too early, too many (RFC 9110, 8470, 6585). */
const PASSING = new Set([408, 409, 425, 429])
/** 5xx that stay as they are: not implemented, version not supported, network login needed. */
const LASTING = new Set([501, 505, 511])

/** Whether trying again can change what this HTTP status said; a success or a redirect is nothing to retry. */
export function isRetryableStatus(status: number): boolean {
  if (status >= 500) return !LASTING.has(status)
  return PASSING.has(status)
}
