import type { EntityManager } from '@mikro-orm/sql'

import { fragment, now } from '#shared/db/fragment.ts'
import { inUnitOfWork } from '#shared/db/unit-of-work.ts'
import { KeyedMutex } from '#shared/lib/concurrency/keyed-mutex.ts'
import type { SpendAnswer, SpendingDoor, SpendIntent, SpendPolicy } from '#shared/doors/spending.ts'

import { Effect } from '../effect.entity.ts'
import { writeOnce } from '../effects.ts'
import type { StoreCall } from '../store-call.ts'
import { idOf } from '../store-keys.ts'
import { type Clearance, clearanceToken, readClearance } from './clearance.ts'
import { judgeClearance, judgeNonce, judgeSpend, type SpendLimit, windowOf } from './judge-spend.ts'
import { type FoundScope, readLimits, readScope, takeTurn } from './read-spending.ts'
import { SpendEntry } from './spend-entry.entity.ts'
import { SpendScope } from './spend-scope.entity.ts'

/** Lifetime of a reservation, in seconds. */
const CLEARANCE_S = 300

/** What is stored with an effect: the answer, with the payload of its token instead of the token. */
type Stored = { answer: Omit<SpendAnswer, 'clearanceToken'>; clearance: Clearance | null }

/** Lets spends of one scope wait here, where they hold no connection. */
const mutex = new KeyedMutex()

/**
 * The spending ledger. Each decision is made in this process on what was read, and its writes are fenced by the scope's
 * turn. When another writer was quicker, everything is read and decided again.
 */
export function spendingDoor(call: StoreCall): SpendingDoor {
  const { db, keys, effectId } = call
  const scoped = async (
    intent: SpendIntent,
    decide: (em: EntityManager, owner: string, at: Date) => Promise<Stored | null>,
  ) => {
    const { owner } = await call.caller()
    const stored = await mutex.runExclusive(`${owner}:${intent.agentId}`, () =>
      writeOnce(call, (em, at) => decide(em, owner, at)),
    )
    const { answer, clearance } = stored
    return { ...answer, clearanceToken: clearance === null ? null : clearanceToken(keys, clearance) }
  }

  const ask = (intent: SpendIntent, policy: SpendPolicy, isReal: boolean) =>
    scoped(intent, async (em, owner, at) => {
      const { agentId, amountCents, payee, purpose } = intent
      const nonce = intent.nonce ?? `n_${effectId}`
      const scope = await readScope(em, { owner, agentId, at }, { nonce })
      const { limits, blocks, retryAfterS } = await judged(em, scope, { intent, request: policy })
      const earlier = judgeNonce(scope.entry, intent)
      if (typeof earlier === 'object') return decided(scope, limits, { blocks: [earlier], replay: true })
      const isReplay = earlier === 'replay'
      if (!isReplay && blocks.length > 0) return decided(scope, limits, { blocks, retryAfterS })
      const id = isReplay ? (scope.entry?.id ?? '') : idOf('spd', effectId)
      const expiresAt =
        isReplay && scope.entry !== null ? scope.entry.expiresAt : new Date((unixSeconds(at) + CLEARANCE_S) * 1_000)
      const exp = unixSeconds(expiresAt)
      const clearance = { id, agent: agentId, amount_cents: amountCents, payee, nonce, exp }
      const holds = isReal && !isReplay
      const window = windowOf(limits, { reserved: holds ? amountCents : 0, spent: 0 })
      const stored = { ...decided(scope, limits, { window, replay: isReplay }), clearance: isReal ? clearance : null }
      if (!holds) return stored
      if (!(await takeTurn(em, scope))) return null
      if (scope.entry === null) {
        await em.insert(SpendEntry, {
          id,
          owner,
          agentId,
          nonce,
          amountCents: BigInt(amountCents),
          payee,
          purpose,
          expiresAt,
        })
        return stored
      }
      const anew = { id, state: 'reserved' as const, at: now, expiresAt, endedAt: null, purpose }
      return (await em.nativeUpdate(SpendEntry, { id: scope.entry.id }, anew)) === 1 ? stored : null
    })

  const end = (intent: SpendIntent, policy: SpendPolicy, token: string, verb: 'commit' | 'release') =>
    scoped(intent, async (em, owner, at) => {
      const id = readClearance(keys, token)?.id ?? ''
      const { agentId } = intent
      const scope = await readScope(em, { owner, agentId, at }, { id })
      const { limits } = await judged(em, scope, { intent, request: policy })
      const verdict = judgeClearance(scope.entry, intent, verb)
      if (verdict !== null) return decided(scope, limits, { blocks: verdict === 'done' ? [] : [verdict] })
      const reserved = scope.entry?.amountCents ?? 0
      const isCommit = verb === 'commit'
      const window = windowOf(limits, { reserved: -reserved, spent: isCommit ? intent.amountCents : 0 })
      if (!(await takeTurn(em, scope))) return null
      const ended = await em.nativeUpdate(
        SpendEntry,
        { id, owner, agentId, state: 'reserved', expiresAt: { $gt: now } },
        {
          state: isCommit ? 'committed' : 'released',
          amountCents: BigInt(isCommit ? intent.amountCents : reserved),
          endedAt: now,
        },
      )
      return ended === 1 ? decided(scope, limits, { window }) : null
    })

  return {
    check: (intent, policy) => ask(intent, policy, false),
    reserve: (intent, policy) => ask(intent, policy, true),
    commit: (intent, policy, token) => end(intent, policy, token, 'commit'),
    release: (intent, policy, token) => end(intent, policy, token, 'release'),
    async savePolicy(agentId, { ceilingCents, windowS, perCallMaxCents, allowPayees }) {
      const { owner } = await call.caller()
      const limits = {
        ceilingCents: BigInt(ceilingCents),
        windowSeconds: windowS,
        perCallMaxCents: perCallMaxCents === null ? null : BigInt(perCallMaxCents),
        allowPayees: allowPayees === null ? null : [...allowPayees],
      }
      const em = await db.em()
      await em
        .createQueryBuilder(SpendScope)
        .insert({ owner, agentId, turn: 1n, ...limits })
        .onConflict(['owner', 'agentId'])
        .merge({ ...limits, turn: fragment`spend_scope.turn + 1` })
        .execute('run')
    },
    async paidTo(payees) {
      const { owner } = await call.caller()
      return (await db.em()).count(SpendEntry, { owner, state: 'committed', payee: { $in: [...payees] } })
    },
    undo: () =>
      inUnitOfWork(db, async (em) => {
        await em.nativeDelete(Effect, { id: effectId })
        const reserved = { id: idOf('spd', effectId), state: 'reserved' as const }
        await em.nativeUpdate(SpendEntry, reserved, { state: 'released', endedAt: now })
      }),
  }
}

const unixSeconds = (time: Date) => Math.floor(time.getTime() / 1_000)

async function judged(
  em: EntityManager,
  scope: FoundScope,
  { intent, request }: { intent: SpendIntent; request: SpendPolicy },
) {
  const limits = await readLimits(em, scope, { amountCents: intent.amountCents, request })
  return { limits, ...judgeSpend(intent, { request, stored: scope.stored }, limits) }
}

/** The answer of a decision: by default one that blocks nothing and changes nothing. */
const decided = (scope: FoundScope, limits: readonly SpendLimit[], more: Partial<SpendAnswer>): Stored => ({
  answer: {
    blocks: [],
    window: windowOf(limits),
    replay: false,
    retryAfterS: null,
    storedPolicy: scope.stored,
    ...more,
  },
  clearance: null,
})
