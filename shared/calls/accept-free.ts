import type { Pool as PgPool } from 'pg'

import {
  type Accepted,
  type CallToAccept,
  commonParameters,
  INPUT,
  QUEUE_ALLOWANCE_MS,
  REQUEST_COLUMNS,
  type Replay,
} from './accept.ts'

/** Accepts a batch of calls that cost nothing and need no credential. */
export async function acceptFree(
  pg: PgPool,
  calls: readonly CallToAccept[],
  replyTo: string,
): Promise<(Accepted | Replay)[]> {
  const { rows } = await pg.query<{ accepted: boolean; replay_of: string | null; same_body: boolean | null }>({
    name: 'call-accept-free',
    text: ACCEPT,
    values: [...commonParameters(calls), replyTo],
  })
  return rows.map(({ accepted, replay_of, same_body }) =>
    accepted
      ? { kind: 'accepted', payer: 'free', availableMicroUsdc: null }
      : { kind: 'replay', callId: replay_of ?? '', sameBody: same_body ?? true, availableMicroUsdc: null },
  )
}

const ACCEPT = `
with req as (
  select * from ${REQUEST_COLUMNS}) with ordinality as r(call_id, slug, pool, price, timeout_ms, input_from, input_bytes, input_digest, idem, ord)
),
accepted as (
  insert into call (id, slug, pool, payer, price, state, timeout_ms, deadline, reply_to, input, input_digest, idem)
  select call_id, slug, pool, 'free', 0, 'held', timeout_ms, now() + make_interval(secs => (timeout_ms + ${QUEUE_ALLOWANCE_MS}) / 1000.0), $11, ${INPUT}, input_digest, idem
  from req r order by idem
  on conflict do nothing
  returning id
)
select a.id is not null as accepted, c.call_id as replay_of, c.input_digest = r.input_digest as same_body
from req r
left join accepted a on a.id = r.call_id
left join call_key c on c.idem = r.idem and a.id is null
order by r.ord`
