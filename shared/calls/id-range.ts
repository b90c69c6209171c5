/**
 * The first and the last of some call ids, both null when there are none. A statement that looks up several calls says between
 * which its ids are, because PostgreSQL then opens only the months between them: it does not look into an array for that.
 */
export function idRangeOf(callIds: readonly string[]): [first: string | null, last: string | null] {
  let [first, last]: [string | null, string | null] = [null, null]
  for (const callId of callIds) {
    if (first === null || callId < first) first = callId
    if (last === null || callId > last) last = callId
  }
  return [first, last]
}
