/** Default body limit in bytes. */
export const DEFAULT_BODY_BYTES = 262_144

/**
 * Most values (members and elements) of a body that is parsed on the main thread. All of them may fail the costliest
 * schema without delaying other requests noticeably.
 */
export const MAX_INLINE_VALUES = 4_000

/** Whether a body is small enough to be parsed and validated on the main thread. */
export const isInlineSize = (raw: Uint8Array): boolean =>
  raw.length <= DEFAULT_BODY_BYTES && !hasMoreValues(raw, MAX_INLINE_VALUES)

const [QUOTE, COMMA, OPEN_LIST, BACKSLASH, OPEN_OBJECT] = [0x22, 0x2c, 0x5b, 0x5c, 0x7b]

/**
 * Whether JSON text may hold more than `most` values. Counts `,`, `[` and `{` outside of strings instead of parsing:
 * each value except the root follows one of them. Counts an empty list or object one too many, and never too few.
 */
export function hasMoreValues(raw: Uint8Array, most: number): boolean {
  let values = 0
  let isText = false
  for (let at = 0; at < raw.length && values + (raw.length - at) > most; at += 1) {
    const byte = raw[at]
    if (byte === QUOTE) isText = !isText
    else if (isText) at += byte === BACKSLASH ? 1 : 0
    else if (byte === COMMA || byte === OPEN_LIST || byte === OPEN_OBJECT) values += 1
    if (values > most) return true
  }
  return false
}
