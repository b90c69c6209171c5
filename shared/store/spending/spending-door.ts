import { KeyedMutex } from '#shared/lib/concurrency/keyed-mutex.ts'
import type { SpendAnswer, SpendingDoor, SpendIntent, SpendPolicy } from '#shared/doors/spending.ts'

import { writeOnce, RECORD_EFFECT, recorded } from '../effects.ts'
import type { StoreCall } from '../store-call.ts'
import { idOf } from '../store-keys.ts'
import { type Clearance, clearanceToken, readClearance } from './clearance.ts'
import { judgeClearance, judgeNonce, judgeSpend, windowOf } from './judge-spend.ts'
import { countPaid, readLimits, readScope, type SpendScope } from './read-spending.ts'

/** Lifetime of a reservation, in seconds. */
const CLEARANCE_S = 300

/** What is stored with an effect: the answer, with the payload of its token instead of the token. */
type Stored = { answer: Omit<SpendAnswer, 'clearanceToken'>; clearance: Clearance | null }

const mutex = new KeyedMutex()

/**
 * The spending ledger. Each decision is made in this process on what was read, and the statement that writes it is
 * fenced by the scope's turn. When another writer was quicker, everything is read and decided again.
 */
export function spendingDoor(call: StoreCall): SpendingDoor {
  const { pg, keys, effectId } = call
  const scoped = async (intent: SpendIntent, decide: (owner: string) => Promise<Stored | null>) => {
    const { owner } = await call.caller()
    const stored = await mutex.runExclusive(`${owner}:${intent.agentId}`, () =>
      writeOnce(pg, effectId, () => decide(owner)),
    )
    const { answer, clearance } = stored
    return { ...answer, clearanceToken: clearance === null ? null : clearanceToken(keys, clearance) }
  }
  const judged = async (owner: string, intent: SpendIntent, request: SpendPolicy, scope: SpendScope) => {
    const policies = { request, stored: scope.stored }
    const limits = await readLimits(pg, owner, intent.agentId, intent.amountCents, policies)
    return { limits, ...judgeSpend(intent, policies, limits) }
  }
  const blocked = (
    blocks: SpendAnswer['blocks'],
    limits: Parameters<typeof windowOf>[0],
    scope: SpendScope,
    more: Partial<SpendAnswer> = {},
  ): Stored => ({
    answer: {
      blocks,
      window: windowOf(limits),
      replay: false,
      retryAfterS: null,
      storedPolicy: scope.stored,
      ...more,
    },
    clearance: null,
  })

  const ask = (intent: SpendIntent, policy: SpendPolicy, isReal: boolean) =>
    scoped(intent, async (owner) => {
      const nonce = intent.nonce ?? `n_${effectId}`
      const scope = await readScope(pg, owner, intent.agentId, { nonce, id: null })
      const { limits, blocks, retryAfterS } = await judged(owner, intent, policy, scope)
      const earlier = judgeNonce(scope.entry, intent)
      if (typeof earlier === 'object') return blocked([earlier], limits, scope, { replay: true })
      const isReplay = earlier === 'replay'
      if (!isReplay && blocks.length > 0) return blocked(blocks, limits, scope, { retryAfterS })
      const exp = Math.floor(scope.now.getTime() / 1_000) + CLEARANCE_S
      const id = isReplay ? (scope.entry?.id ?? '') : idOf('spd', effectId)
      const clearance: Clearance = {
        id,
        agent: intent.agentId,
        amount_cents: intent.amountCents,
        payee: intent.payee,
        nonce,
        exp: isReplay ? await expiryOf(call, id) : exp,
      }
      const holds = isReal && !isReplay
      const stored: Stored = {
        answer: {
          blocks: [],
          window: windowOf(limits, { reserved: holds ? intent.amountCents : 0, spent: 0 }),
          replay: isReplay,
          retryAfterS: null,
          storedPolicy: scope.stored,
        },
        clearance: isReal ? clearance : null,
      }
      if (!holds) return stored
      const values = [
        effectId,
        owner,
        intent.agentId,
        scope.turn,
        JSON.stringify(stored),
        id,
        nonce,
        intent.amountCents,
        intent.payee,
        intent.purpose,
        exp,
      ]
      return recorded<Stored>((await pg.query({ name: 'spend-reserve', text: RESERVE, values })).rows)
    })

  const end = (intent: SpendIntent, policy: SpendPolicy, token: string, verb: 'commit' | 'release') =>
    scoped(intent, async (owner) => {
      const clearance = readClearance(keys, token)
      const scope = await readScope(pg, owner, intent.agentId, { nonce: null, id: clearance?.id ?? '' })
      const { limits } = await judged(owner, intent, policy, scope)
      const verdict = judgeClearance(scope.entry, intent, verb)
      if (verdict === 'done') return blocked([], limits, scope)
      if (verdict !== null) return blocked([verdict], limits, scope)
      const reserved = scope.entry?.amountCents ?? 0
      const spent = verb === 'commit' ? intent.amountCents : 0
      const window = windowOf(limits, { reserved: -reserved, spent })
      const stored: Stored = {
        answer: { blocks: [], window, replay: false, retryAfterS: null, storedPolicy: scope.stored },
        clearance: null,
      }
      const state = verb === 'commit' ? 'committed' : 'released'
      const amount = verb === 'commit' ? intent.amountCents : reserved
      const values = [
        effectId,
        owner,
        intent.agentId,
        scope.turn,
        JSON.stringify(stored),
        scope.entry?.id ?? '',
        state,
        amount,
      ]
      return recorded<Stored>((await pg.query({ name: 'spend-end', text: END, values })).rows)
    })

  return {
    check: (intent, policy) => ask(intent, policy, false),
    reserve: (intent, policy) => ask(intent, policy, true),
    commit: (intent, policy, token) => end(intent, policy, token, 'commit'),
    release: (intent, policy, token) => end(intent, policy, token, 'release'),
    async savePolicy(agentId, policy) {
      const { owner } = await call.caller()
      const { ceilingCents, windowS, perCallMaxCents, allowPayees } = policy
      const values = [owner, agentId, ceilingCents, windowS, perCallMaxCents, allowPayees]
      await pg.query({ name: 'spend-policy', text: SAVE_POLICY, values })
    },
    async paidTo(payees) {
      const { owner } = await call.caller()
      return countPaid(pg, owner, payees)
    },
    async undo() {
      await pg.query({ name: 'spend-undo', text: UNDO, values: [effectId, idOf('spd', effectId)] })
    },
  }
}

async function expiryOf({ pg }: StoreCall, id: string): Promise<number> {
  const { rows } = await pg.query<{ exp: string }>({
    name: 'spend-expiry',
    text: 'select extract(epoch from expires_at)::bigint as exp from spend_entry where id = $1',
    values: [id],
  })
  return Number(rows[0]?.exp ?? 0)
}

const TURN = `
turn as (
  insert into spend_scope as s (owner, agent_id, turn) values ($2, $3, 1)
  on conflict (owner, agent_id) do update set turn = s.turn + 1 where s.turn = $4::bigint
  returning turn
)`
const ANSWERED = `
answered as (select $5::text as answer from written),
${RECORD_EFFECT}`

const RESERVE = `
with ${TURN},
written as (
  insert into spend_entry as e (id, owner, agent_id, nonce, amount_cents, payee, purpose, expires_at)
  select $6, $2, $3, $7, $8::bigint, $9, $10, to_timestamp($11::float8) from turn where turn = $4::bigint + 1
  on conflict (owner, agent_id, nonce) do update
    set id = excluded.id, state = 'reserved', at = now(), expires_at = excluded.expires_at, ended_at = null, purpose = excluded.purpose
    where e.state <> 'committed'
  returning id
),
${ANSWERED}`

const END = `
with ${TURN},
written as (
  update spend_entry set state = $7, amount_cents = $8::bigint, ended_at = now()
  where id = $6 and owner = $2 and agent_id = $3 and state = 'reserved' and expires_at > now() and exists (select from turn where turn = $4::bigint + 1)
  returning id
),
${ANSWERED}`

const SAVE_POLICY = `
insert into spend_scope as s (owner, agent_id, turn, ceiling_cents, window_seconds, per_call_max_cents, allow_payees)
values ($1, $2, 1, $3::bigint, $4::int, $5::bigint, $6::text[])
on conflict (owner, agent_id) do update set turn = s.turn + 1, ceiling_cents = excluded.ceiling_cents,
  window_seconds = excluded.window_seconds, per_call_max_cents = excluded.per_call_max_cents, allow_payees = excluded.allow_payees`

const UNDO = `
with gone as (delete from effect where id = $1::uuid)
update spend_entry set state = 'released', ended_at = now() where id = $2 and state = 'reserved'`
