/** Default body limit in bytes. */
export const DEFAULT_BODY_BYTES = 262_144

/** Most values (members and elements) that a route which is no outcome call takes. */
export const MAX_ROUTE_VALUES = 4_000

/**
 * The largest body of an outcome call that is parsed and validated where requests are served: the dearest one takes a few
 * milliseconds, so that several of them in one turn of the event loop delay nobody noticeably. Others go to a thread.
 */
export const MAX_INLINE = { bytes: 65_536, values: 1_000 } as const

/** Whether a body is small enough to be parsed and validated on the main thread. */
export const isInlineSize = (raw: Uint8Array): boolean =>
  raw.length <= MAX_INLINE.bytes && !hasMoreValues(raw, MAX_INLINE.values)

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
