import type { Pool as PgPool } from 'pg'

import { idRangeOf } from './id-range.ts'

/**
 * Counts the offered attempts of calls that nobody has started: each is attempt 1 from now on, so that its result is not stored
 * any more and the next start is attempt 2. Needs no disk flush: what is lost is counted by the next attempt.
 */
export async function countOffered(relaxed: PgPool, callIds: readonly string[]): Promise<void> {
  await relaxed.query({
    name: 'call-count-offered',
    text: `update call set attempt = 1
      where id = any($1::uuid[]) and id between $2::uuid and $3::uuid and state = 'held' and attempt = 0 and lease_until is null`,
    values: [callIds, ...idRangeOf(callIds)],
  })
}
