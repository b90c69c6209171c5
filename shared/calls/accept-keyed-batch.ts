import type { Pool as PgPool } from 'pg'

import type { KeyedAnswer, KeyedCall, KeyRefusal } from './accept-keyed.ts'

import { QUEUE_ALLOWANCE_MS } from './accept.ts'
import { FIRST_ATTEMPT_COLUMNS, firstAttemptSql } from './first-attempt-sql.ts'
import { acceptedAnswer, CEILINGS_LEFT, KEY_COLUMNS, keyVerdictSql, limitPassed, slugAllowedSql } from './judge-key.ts'

/** Calls of one key for one outcome, which are judged together. */
type Group = { first: KeyedCall; calls: { call: KeyedCall; at: number; isTwin: boolean }[] }

/**
 * Accepts a batch of calls paid with service keys (`acceptKeyed`). The key, its policy and its account are judged once for
 * each group; what a call has of its own travels as arrays. No step joins the calls of a batch with each other, so the
 * cost grows with their number and not with its square.
 */
export async function acceptKeyedBatch(
  pg: PgPool,
  calls: readonly KeyedCall[],
  replyTo: string,
  lockWaitMs: number,
): Promise<KeyedAnswer[]> {
  const groups = groupsOf(calls)
  const { rows } = await pg.query<Row>({
    name: 'call-accept-keyed-batch',
    text: ACCEPT,
    values: parametersOf(groups, replyTo, lockWaitMs),
  })
  return answersOf(groups, rows, calls.length)
}

function groupsOf(calls: readonly KeyedCall[]): Group[] {
  const groups = new Map<string, Group>()
  const idems = new Set<string>()
  for (const [at, call] of calls.entries()) {
    const isTwin = call.idem !== null && idems.has(call.idem)
    if (call.idem !== null) idems.add(call.idem)
    const name = `${call.keyId} ${call.slug} ${call.priceMicroUsdc} ${call.timeoutMs} ${call.isCarried === true} ${call.keyHmac.toString('latin1')}`
    const group = groups.get(name)
    if (group === undefined) groups.set(name, { first: call, calls: [{ call, at, isTwin }] })
    else group.calls.push({ call, at, isTwin })
  }
  return [...groups.values()]
}

function parametersOf(groups: readonly Group[], replyTo: string, lockWaitMs: number): unknown[] {
  const calls = groups.flatMap((group) => group.calls)
  const inputs = calls.map(({ call }) => Buffer.from(call.input))
  let next = 1
  const places = inputs.map(({ length }) => (next += length) - length)
  let last = 0
  const lasts = groups.map((group) => (last += group.calls.length))
  return [
    groups.map(({ first }) => first.keyId),
    groups.map(({ first }) => first.keyHmac),
    groups.map(({ first }) => first.slug),
    groups.map(({ first }) => first.pool),
    groups.map(({ first }) => first.priceMicroUsdc.toString()),
    groups.map(({ first }) => first.timeoutMs),
    groups.map(({ first }) => first.members?.join(' ') ?? null),
    lasts.map((end, nth) => end - (groups[nth]?.calls.length ?? 0) + 1),
    lasts,
    calls.map(({ call }) => call.callId),
    places,
    inputs.map(({ length }) => length),
    calls.map(({ call }) => call.inputDigest),
    calls.map(({ call }) => call.idem),
    calls.map(({ isTwin }) => isTwin),
    Buffer.concat(inputs),
    replyTo,
    String(lockWaitMs),
    calls.length,
    groups.map(({ first }) => first.isCarried === true),
  ]
}

/** One group, as it was judged before any of its calls was accepted. What concerns single calls stands in the first row. */
type Row = {
  account_id: string | null
  kind: 'prepaid' | 'trial'
  verdict: KeyRefusal['code'] | null
  available: string | null
  daily_left: string | null
  monthly_left: string | null
  refill_below: string | null
  accepted_calls: string
  /** Null when all calls of the batch were accepted. */
  accepted: string[] | null
  fitting: string[] | null
  replays: [callId: string, replayOf: string, sameBody: boolean][] | null
}

function answersOf(groups: readonly Group[], rows: readonly Row[], size: number): KeyedAnswer[] {
  const [facts] = rows
  const isAllAccepted = Number(facts?.accepted_calls) === size
  const accepted = new Set(facts?.accepted)
  const fitting = new Set(facts?.fitting)
  const replays = new Map(facts?.replays?.map(([callId, replayOf, sameBody]) => [callId, { replayOf, sameBody }]))
  const isAccepted = ({ callId }: KeyedCall) => isAllAccepted || accepted.has(callId)

  const left = new Map<string, bigint>()
  for (const [nth, { first, calls }] of groups.entries()) {
    const account = rows[nth]?.account_id ?? ''
    const spent = first.priceMicroUsdc * BigInt(calls.filter(({ call }) => isAccepted(call)).length)
    left.set(account, (left.get(account) ?? BigInt(rows[nth]?.available ?? 0)) - spent)
  }

  const answers: KeyedAnswer[] = []
  for (const [nth, { calls }] of groups.entries()) {
    const row = rows[nth]
    for (const { call, at, isTwin } of calls) answers[at] = answerOf(call, isTwin, row)
  }
  return answers

  function answerOf(call: KeyedCall, isTwin: boolean, row: Row | undefined): KeyedAnswer {
    if (row === undefined || row.account_id === null)
      return { kind: 'refused', code: 'invalid_service_key', availableMicroUsdc: 0n }
    const availableMicroUsdc = left.get(row.account_id) ?? 0n
    if (isAccepted(call)) return acceptedAnswer(row.kind, availableMicroUsdc, row.refill_below, row.account_id)
    const replay = replays.get(call.callId)
    if (replay !== undefined)
      return { kind: 'replay', callId: replay.replayOf, sameBody: replay.sameBody, availableMicroUsdc }
    // Its twin is in this batch, or a call with its id or its Idempotency-Key was written meanwhile.
    if (isTwin || fitting.has(call.callId)) return { kind: 'replay', callId: '', sameBody: true, availableMicroUsdc }
    if (row.verdict !== null) return { kind: 'refused', code: row.verdict, availableMicroUsdc }
    return { kind: 'refused', code: limitPassed(call.priceMicroUsdc, row), availableMicroUsdc }
  }
}

// Inputs travel as one bytea with the offset and length of each: pg would encode an array of them as text, with each
// quote and backslash escaped. The calls of a group stand together, so that a group takes its own by a slice. Accounts are
// locked in id order, because a nested loop keeps the order of its outer side. The trigger `call_holds` holds the prices.
const ACCEPT = `
with keyed as materialized (
  select g.*, ${KEY_COLUMNS}, ${slugAllowedSql('g.slug', 'g.members')} as slug_allowed
  from (select set_config('lock_timeout', $18, true)) as patience,
    unnest($1::text[], $2::bytea[], $3::text[], $4::text[], $5::bigint[], $6::int[], $7::text[], $8::int[], $9::int[], $20::bool[])
      with ordinality as g(key_id, key_hmac, slug, pool, price, timeout_ms, members, first, last, is_carried, nth)
  left join service_key k on k.key_id = g.key_id and k.hmac = g.key_hmac
),
judged as materialized (
  select k.*, a.posted, a.held, a.is_watched, a.posted - a.held as available, ${keyVerdictSql('k.price')} as verdict, ${CEILINGS_LEFT}
  from (select * from keyed order by account_id) k
  left join lateral (select * from account where account.id = k.account_id for update) a on true
),
asked as materialized (
  select j.nth, j.service_key_id, j.kind, j.account_id, j.slug, j.pool, j.price, j.timeout_ms, j.is_carried, j.is_watched, j.verdict,
    least(j.available, j.daily_left, j.monthly_left) as spendable, r.*,
    c.call_id as replay_of, c.input_digest = r.input_digest as same_body
  from judged j
  cross join lateral unnest(($10::uuid[])[j.first:j.last], ($11::int[])[j.first:j.last], ($12::int[])[j.first:j.last],
    ($13::bytea[])[j.first:j.last], ($14::text[])[j.first:j.last], ($15::bool[])[j.first:j.last])
    with ordinality as r(call_id, input_from, input_bytes, input_digest, idem, is_twin, ord)
  left join call_key c on c.idem = r.idem
  where j.service_key_id is not null
),
fitting as materialized (
  select * from (
    select *, sum(price) over (partition by account_id order by price, nth, ord) as running
    from asked where verdict is null and replay_of is null and not is_twin
  ) ranked
  where running <= spendable
),
accepted as (
  insert into call (id, slug, pool, payer, service_key_id, account_id, price, state, ${FIRST_ATTEMPT_COLUMNS}, timeout_ms, deadline, reply_to, input, input_digest, idem, is_watched)
  select call_id, slug, pool, kind, service_key_id, account_id, price, 'held', ${firstAttemptSql('is_carried')}, timeout_ms,
    now() + make_interval(secs => (timeout_ms + ${QUEUE_ALLOWANCE_MS}) / 1000.0), $17,
    convert_from(substring($16::bytea from input_from for input_bytes), 'UTF8'), input_digest, idem, is_watched
  from fitting
  on conflict do nothing
  returning id
),
counted as materialized (
  select (select count(*) from accepted) as accepted, (select count(*) from fitting) as fitting
)
select j.account_id, j.kind, j.verdict, j.available, j.daily_left, j.monthly_left, j.refill_below,
  n.accepted as accepted_calls,
  case when j.nth = 1 and n.accepted <> $19::int then (select coalesce(array_agg(id), '{}') from accepted) end as accepted,
  case when j.nth = 1 and n.accepted <> n.fitting then (select array_agg(call_id) from fitting) end as fitting,
  case when j.nth = 1 and n.accepted <> $19::int then (
    select json_agg(json_build_array(call_id, replay_of, same_body)) from asked where replay_of is not null
  ) end as replays
from counted n, judged j
order by j.nth`
