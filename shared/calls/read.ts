import type { Pool as PgPool } from 'pg'

import type { WireRefusal } from '#shared/errors.ts'
import { centsOf } from '#shared/lib/micro-usdc.ts'
import type { RowOf } from '#shared/db/row-of.ts'
import { idRangeOf } from './id-range.ts'
import type { Call } from './call.entity.ts'

/** A final call, as its caller may see it. Times in milliseconds. */
export type FinalCall = {
  callId: string
  state: 'captured' | 'released'
  /** JSON text of the result; null when released or purged. */
  result: string | null
  refusal: WireRefusal | null
  runMs: number
  /** JSON text of the answer's `steps`; null when the outcome ran none. */
  steps: string | null
  purged: boolean
  /** US cents that it cost, less than its hold when it was captured partly; a hint leaves it out where it is the whole price. */
  cents?: number
  /** What its settled payment has over what it cost, as its answer shows it. */
  credit?: Record<string, unknown>
  /** The payment that settled after the run, when the hint contained it; otherwise it must be read. */
  settledBy?: SettledBy
}

/** The settled payment, as the call's answer reports it. `settlement` is JSON text of the SettleResponse. */
export type SettledBy = { network: string; payer: string; transaction: string; settlement: string }

export type CallView = {
  callId: string
  slug: string
  /** `paying` waits for the chain before the run, `settling` after it. */
  state: 'paying' | 'held' | 'running' | 'settling' | 'captured' | 'released'
  payer: 'free' | 'prepaid' | 'trial' | 'pass' | 'x402' | 'part'
  priceMicroUsdc: bigint
  serviceKeyId: string | null
  passId: string | null
  final: FinalCall | null
}

/** Returns the calls of `callIds` that are final. The poll uses it, because hints can be lost. */
export async function readFinal(pg: PgPool, callIds: readonly string[]): Promise<FinalCall[]> {
  const { rows } = await pg.query<FinalRow>({
    name: 'call-read-final',
    text: READ_FINAL,
    values: [callIds, ...idRangeOf(callIds)],
  })
  return rows.map(finalOf)
}

/** Returns one call in any state; null when it does not exist. */
export async function readCall(pg: PgPool, callId: string): Promise<CallView | null> {
  const { rows } = await pg.query<ViewRow>({ name: 'call-read', text: READ, values: [callId] })
  const [row] = rows
  if (row === undefined) return null
  const { state } = row
  return {
    callId: row.id,
    slug: row.slug,
    state,
    payer: row.payer,
    priceMicroUsdc: BigInt(row.price),
    serviceKeyId: row.service_key_id,
    passId: row.pass_id,
    final: state === 'captured' || state === 'released' ? finalOf({ ...row, state }) : null,
  }
}

type Stored = RowOf<Call, 'id' | 'price' | 'result' | 'refusal' | 'runMs' | 'steps'> & { purged: boolean }
type FinalRow = Stored & { state: 'captured' | 'released' }
type ViewRow = Stored & RowOf<Call, 'state' | 'slug' | 'payer' | 'serviceKeyId' | 'passId'>

const finalOf = (row: FinalRow): FinalCall => ({
  callId: row.id,
  state: row.state,
  result: row.result,
  // Safe: the column is only written from a WireRefusal.
  refusal: row.refusal === null ? null : (JSON.parse(row.refusal) as WireRefusal),
  runMs: row.run_ms ?? 0,
  steps: row.steps,
  purged: row.purged,
  cents: centsOf(BigInt(row.price)),
})

const READ_FINAL = `
select id, state, price, result, refusal, run_ms, steps, purged_at is not null as purged from call
where id = any($1::uuid[]) and id between $2::uuid and $3::uuid and finished_at is not null`

const READ = `
select id, slug, state, payer, price, service_key_id, pass_id, result, refusal, run_ms, steps, purged_at is not null as purged
from call where id = $1::uuid`
