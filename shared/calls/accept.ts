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

/**
 * The columns all accept statements share, in the order of `commonParameters`, which are $1 to $10: `id`, `slug`, `pool`,
 * `price`, `timeout_ms`, `input_from`, `input_bytes`, `input_digest`, `idem`. The inputs themselves are read by `INPUT`.
 */
export const REQUEST_COLUMNS = `
  unnest($1::uuid[], $2::text[], $3::text[], $4::bigint[], $5::int[], $6::int[], $7::int[], $8::bytea[], $9::text[]`

/** The input of the request row `r`. */
export const INPUT = `convert_from(substring($10::bytea from r.input_from for r.input_bytes), 'UTF8')`

/**
 * The inputs travel as one parameter of bytes, each call's with its place in it: pg would write a list of them as text, in
 * hexadecimal or with each quote and backslash escaped one by one, which for 8 MB takes up to a second.
 */
export function commonParameters(calls: readonly CallToAccept[]) {
  const inputs = calls.map(({ input }) => Buffer.from(input))
  let next = 1
  const places = inputs.map(({ length }) => (next += length) - length)
  return [
    calls.map((call) => call.callId),
    calls.map((call) => call.slug),
    calls.map((call) => call.pool),
    calls.map((call) => call.priceMicroUsdc.toString()),
    calls.map((call) => call.timeoutMs),
    places,
    inputs.map(({ length }) => length),
    calls.map((call) => call.inputDigest),
    calls.map((call) => call.idem),
    inputs.length === 1 ? inputs[0] : Buffer.concat(inputs),
  ]
}

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
