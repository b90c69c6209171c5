import { setTimeout as pause } from 'node:timers/promises'

import type { Pool as PgPool } from 'pg'

import { isOutage, losesAnswer } from '#shared/db/outage.ts'
import { retryConflicts } from '#shared/db/retry-conflicts.ts'

import type { Accepted, CallToAccept } from './accept.ts'

/** How long to retry an accept statement whose answer was lost, and the pauses between tries. */
const PATIENCE_MS = 2_000
const PAUSES_MS = [50, 150, 300]
const LONGEST_PAUSE_MS = 500

/** The accept statement may have been committed, and the database did not answer for two seconds. */
export class AcceptInDoubt extends Error {
  override readonly name = 'AcceptInDoubt'
}

/**
 * Accepts a batch of calls exactly once, even when the connection breaks and the commit is uncertain. The statement is
 * sent again with the same call ids: the primary key waits for a first try that is still running and prevents a second
 * hold. Calls that the first try accepted are returned as accepted. Throws AcceptInDoubt when the database stays
 * unreachable; rethrows every other error.
 */
export async function acceptWithRetry<Call extends CallToAccept, Answer>(
  pg: PgPool,
  calls: readonly Call[],
  accept: (calls: readonly Call[]) => Promise<Answer[]>,
): Promise<(Answer | Accepted)[]> {
  let doubtsUntil: number | null = null
  for (let attempt = 0; ; attempt += 1) {
    try {
      const answers = await retryConflicts(() => accept(calls))
      return doubtsUntil === null ? answers : await withAccepted(pg, calls, answers)
    } catch (error) {
      if (doubtsUntil === null && !losesAnswer(error)) throw error
      doubtsUntil ??= performance.now() + PATIENCE_MS
      if (performance.now() > doubtsUntil || !isOutage(error))
        throw new AcceptInDoubt('it is not known whether calls were accepted', { cause: error })
      await pause(PAUSES_MS[attempt] ?? LONGEST_PAUSE_MS)
    }
  }
}

/** Replaces the answers of calls that exist: a repeated statement sees its own earlier calls as replays. */
async function withAccepted<Answer>(
  pg: PgPool,
  calls: readonly CallToAccept[],
  answers: Answer[],
): Promise<(Answer | Accepted)[]> {
  const { rows } = await pg.query<{ id: string; payer: Accepted['payer']; available: string | null }>({
    name: 'call-accepted',
    text: `select c.id, c.payer, a.posted - a.held as available
      from call c left join account a on a.id = c.account_id where c.id = any($1::uuid[])`,
    values: [calls.map((call) => call.callId)],
  })
  const found = new Map(rows.map((row) => [row.id, row]))
  return answers.map((answer, index) => {
    const row = found.get(calls[index]?.callId ?? '')
    if (row === undefined) return answer
    return {
      kind: 'accepted',
      payer: row.payer,
      availableMicroUsdc: row.available === null ? null : BigInt(row.available),
    }
  })
}
