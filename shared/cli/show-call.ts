import type { Pool as PgPool } from 'pg'

import { readSteps, stepLine } from '#shared/calls/steps.ts'
import { isoUtc } from '#shared/db/iso-utc.ts'
import { publicCallId, uuidOfCallId } from '#shared/lib/call-id.ts'
import { usdcString } from '#shared/lib/micro-usdc.ts'
import { callRangeOf } from '#shared/lib/request-id.ts'

import { AccessError } from './installation-access.ts'

/** What an operator is told of a call: nothing that its caller sent or got. */
export type ShownCall = {
  call_id: string
  slug: string
  state: string
  price_usd: string
  paid_with: string
  attempts: number
  accepted_at: string
  finished_at: string | null
  run_ms: number | null
  steps: unknown[]
  /** Why it failed; null unless it did, and once its result is purged. */
  error: { code: string; error: string } | null
}

/** Finds a call by its id, or by the id of the request that made it. Throws AccessError when there is none. */
export async function showCall(pg: PgPool, id: string): Promise<ShownCall> {
  const uuid = uuidOfCallId(id)
  const range = uuid === null ? callRangeOf(id) : { from: uuid, to: uuid }
  const { rows } = await pg.query<Row>(SHOW, [range?.from ?? null, range?.to ?? null])
  const [row] = rows
  if (row === undefined)
    throw new AccessError(
      `No call was made under ${id}. A request that joined or read another call has that call's id in its log line ("callId").`,
    )
  const steps = (await readSteps(pg, row.id)).map(stepLine)
  return {
    call_id: publicCallId(row.id),
    slug: row.slug,
    state: row.state,
    price_usd: usdcString(BigInt(row.price)),
    paid_with: row.network === null ? row.payer : `${row.payer} (${row.network})`,
    attempts: row.attempt,
    accepted_at: row.accepted_at,
    finished_at: row.finished_at,
    run_ms: row.run_ms,
    // Safe: the column is the JSON list of the answer.
    steps: steps.length > 0 || row.steps === null ? steps : (JSON.parse(row.steps) as unknown[]),
    error: row.refusal === null ? null : errorOf(row.refusal),
  }
}

/** A call for people: one fact a line. */
export const callText = ({ steps, error, ...call }: ShownCall): string =>
  [
    call.call_id,
    ...[
      ['outcome', call.slug],
      ['state', call.state],
      ['price', `$${call.price_usd}, by ${call.paid_with}`],
      ['accepted', call.accepted_at],
      ['finished', call.finished_at ?? 'not yet'],
      ['run', call.run_ms === null ? 'none' : `${Math.round(call.run_ms)} ms, ${ordinal(call.attempts)}`],
      ...steps.map((step) => ['step', JSON.stringify(step)]),
      ...(error === null ? [] : [['error', `${error.code}: ${error.error}`]]),
    ].map(([name = '', value = '']) => `  ${name.padEnd(10)}${value}`),
  ].join('\n')

const ordinal = (attempts: number) => (attempts < 2 ? 'one attempt' : `${attempts} attempts`)

function errorOf(text: string): { code: string; error: string } {
  // Safe: the column is only written from a WireRefusal.
  const { code, error } = JSON.parse(text) as { code: string; error: string }
  return { code, error }
}

type Row = {
  id: string
  slug: string
  state: string
  price: string
  payer: string
  network: string | null
  attempt: number
  accepted_at: string
  finished_at: string | null
  run_ms: number | null
  steps: string | null
  refusal: string | null
}

const SHOW = `
select c.id, c.slug, c.state, c.price, c.payer, c.attempt, c.run_ms, c.steps, c.refusal,
  ${isoUtc('c.accepted_at')} as accepted_at, ${isoUtc('c.finished_at')} as finished_at,
  (select p.network from payment_proof p where p.call_id = c.id limit 1) as network
from call c where c.id between $1::uuid and $2::uuid`
