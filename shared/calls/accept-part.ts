import { createHash } from 'node:crypto'

import type { Pool as PgPool } from 'pg'

import type { Pool } from './pools.ts'

import { QUEUE_ALLOWANCE_MS } from './accept.ts'

/**
 * A workflow step that another pool runs. It is a call of its own without a price; its hint goes to the workflow's
 * worker.
 */
export type Part = {
  callId: string
  step: string
  slug: string
  pool: Pool
  timeoutMs: number
  input: string
  replyTo: string
}

/** Characters of a UUID v7 that are its time, with their hyphen. */
const TIME_CHARACTERS = 13

/**
 * Derives the id of a step's call. The id is the same on every attempt, so a resumed workflow finds the call it
 * started. It begins with the time of the workflow's id, because calls lie in the partition of their month.
 */
export function partId(callId: string, step: string): string {
  const hex = createHash('sha256').update(`${callId}:${step}`).digest('hex')
  return `${callId.slice(0, TIME_CHARACTERS)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

/** Writes the call of a part unless it exists. Returns true when this statement wrote it. */
export async function acceptPart(pg: PgPool, part: Part): Promise<boolean> {
  const { rowCount } = await pg.query({
    name: 'call-accept-part',
    text: `insert into call (id, part_of, slug, pool, payer, price, state, timeout_ms, deadline, reply_to, input, input_digest)
      values ($1, $2, $3, $4, 'part', 0, 'held', $5, now() + make_interval(secs => ($5 + ${QUEUE_ALLOWANCE_MS}) / 1000.0), $6, $7::text, sha256(convert_to($7::text, 'UTF8')))
      on conflict (id) do nothing`,
    values: [
      partId(part.callId, part.step),
      part.callId,
      part.slug,
      part.pool,
      part.timeoutMs,
      part.replyTo,
      part.input,
    ],
  })
  return rowCount === 1
}
