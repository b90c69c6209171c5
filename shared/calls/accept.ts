import type { Pool as PgPool } from 'pg'

import type { Pool } from './pools.ts'

/** What every call brings to the accept statement, whoever pays. */
export type CallToAccept = {
  /** UUID v7, made by the ingress. */
  callId: string
  slug: string
  pool: Pool
  priceMicroUsdc: bigint
  timeoutMs: number
  /** JSON text of the body, secrets already encrypted; a Buffer holds it in UTF-8. */
  input: string | Buffer
  inputDigest: Buffer
  /** Scope, route and Idempotency-Key in one string; null when the caller sent none. */
  idem: string | null
}

export type Accepted = {
  kind: 'accepted'
  payer: 'free' | 'prepaid' | 'trial' | 'pass'
  availableMicroUsdc: bigint | null
  /** The key asks for money below a mark (`auto_refill`), and this call took it there. */
  isRefillDue?: boolean
}
export type Replay = { kind: 'replay'; callId: string; sameBody: boolean; availableMicroUsdc: bigint | null }

/** Time a call may wait for a worker before its own time limit starts to count. */
export const QUEUE_ALLOWANCE_MS = 10_000

/** How long an accept statement waits for a payer's row that another transaction holds. */
export const LOCK_WAIT_MS = 2_000

/** The columns all accept statements share, in the order of `commonArrays`. Parameters $1 to $9; $10 is the reply channel. */
export const REQUEST_COLUMNS = `
  unnest($1::uuid[], $2::text[], $3::text[], $4::bigint[], $5::int[], $6::bytea[], $7::bytea[], $8::text[]`

export const commonArrays = (calls: readonly CallToAccept[]) => [
  calls.map((call) => call.callId),
  calls.map((call) => call.slug),
  calls.map((call) => call.pool),
  calls.map((call) => call.priceMicroUsdc.toString()),
  calls.map((call) => call.timeoutMs),
  // As bytes: pg escapes each quote and backslash of a text in a list one by one, which takes a second for 8 MB of them.
  calls.map((call) => Buffer.from(call.input)),
  calls.map((call) => call.inputDigest),
  calls.map((call) => call.idem),
]

/**
 * An earlier call with the same idempotency key that was not released, read with a fresh snapshot: the answer for the
 * one who lost the race inside an accept statement.
 */
export async function findReplay(pg: PgPool, idem: string, inputDigest: Buffer): Promise<Replay | null> {
  const { rows } = await pg.query<{ id: string; same: boolean }>({
    name: 'call-replay',
    text: `select id, input_digest = $2 as same from call where idem = $1 and state <> 'released'`,
    values: [idem, inputDigest],
  })
  const [row] = rows
  return row === undefined ? null : { kind: 'replay', callId: row.id, sameBody: row.same, availableMicroUsdc: null }
}
