import { uuidv7 } from 'uuidv7'

/** Hex digits of a request id: the first of the UUID of the call that the request makes. */
const DIGITS = 24
const FORM = new RegExp(`^req_([0-9a-f]{${DIGITS}})$`)

/** A new request id: `req_` and the time-ordered first 96 bits of a UUID v7. */
export const newRequestId = (): string => `req_${uuidv7().replaceAll('-', '').slice(0, DIGITS)}`

/**
 * The UUID v7 of the call that a request makes. It begins with the request id, so that the call of a request is found by
 * the primary key and nothing has to be stored. A request makes at most one call.
 */
export function callUuidOf(requestId: string): string {
  const own = uuidv7()
  const hex = FORM.exec(requestId)?.[1]
  return hex === undefined ? own : hyphenated(hex + own.slice(-8))
}

/** The UUIDs between which the call of a request is; null when the text is no request id. */
export function callRangeOf(requestId: string): { from: string; to: string } | null {
  const hex = FORM.exec(requestId)?.[1]
  return hex === undefined ? null : { from: hyphenated(`${hex}00000000`), to: hyphenated(`${hex}ffffffff`) }
}

const hyphenated = (hex: string) =>
  `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
