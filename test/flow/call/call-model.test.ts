import { strict as assert } from 'node:assert'

import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { acceptKeyed, type KeyedCall } from '#shared/calls/accept-keyed.ts'
import { finishCalls } from '#shared/calls/finish.ts'
import { releaseOverdue, releaseUnstarted } from '#shared/calls/release.ts'
import { startCalls } from '#shared/calls/start.ts'
import { type Db, openDb } from '#shared/db/open-db.ts'
import { audit } from '#shared/money/audit/audit.ts'
import { credentialMint } from '#shared/money/credentials.ts'
import { grantKey } from '#shared/money/prepaid/grant-key.ts'

import { cloneDatabase, type TestDatabase } from '#test/support/world/database.ts'
import { keyedCall } from '#test/support/world/keyed-call.ts'
import { eventually } from '#test/support/world/world.ts'

const mint = credentialMint('test-secret-test-secret-test-secret-0123', 'test')
const WALLETS_CENTS = [10, 25, 3]

let database: TestDatabase
let db: Db

beforeAll(async () => {
  database = await cloneDatabase()
  db = openDb(database.url, 10)
})
afterAll(async () => {
  await db.close()
  await database.drop()
})

type Asked = { wallet: number; cents: number; idem: number | null; isCarried: boolean }

/** One step. Calls are named by their place among all accepted so far, modulo their number. */
type Step =
  | { do: 'accept'; batch: Asked[] }
  | { do: 'start'; calls: number[] }
  | { do: 'finish'; ends: { call: number; staleBy: number; ok: boolean }[] }
  | { do: 'expire'; call: number }
  | { do: 'cancel'; call: number }
  | { do: 'lapse'; call: number }

const place = fc.nat(40)
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('accept' as const),
      batch: fc.array(
        fc.record({
          wallet: fc.nat(WALLETS_CENTS.length - 1),
          cents: fc.integer({ min: 1, max: 9 }),
          idem: fc.option(fc.nat(5), { freq: 3 }),
          isCarried: fc.boolean(),
        }),
        { minLength: 1, maxLength: 6 },
      ),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant('start' as const), calls: fc.array(place, { minLength: 1, maxLength: 4 }) }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('finish' as const),
      ends: fc.uniqueArray(fc.record({ call: place, staleBy: fc.constantFrom(0, 0, 0, 1), ok: fc.boolean() }), {
        minLength: 1,
        maxLength: 4,
        selector: ({ call }) => call,
      }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constantFrom('expire' as const, 'cancel' as const, 'lapse' as const), call: place }),
  },
)

type ModelCall = {
  id: string
  wallet: number
  cents: number
  idem: number | null
  state: 'held' | 'running' | 'captured' | 'released'
  attempt: number
  isCarried: boolean
  lapsed: boolean
}

/** The reference: what the statements must do, in plain code, one step after the other. */
class Reference {
  readonly wallets = WALLETS_CENTS.map((posted) => ({ posted, held: 0 }))
  readonly calls: ModelCall[] = []

  at(place: number): ModelCall | undefined {
    return this.calls.length === 0 ? undefined : this.calls[place % this.calls.length]
  }

  wallet(index: number) {
    const wallet = this.wallets[index]
    if (wallet === undefined) throw new Error('no such wallet')
    return wallet
  }

  /** The verdict for each request of a batch: replays first, then the cheapest of each wallet. */
  accept(batch: (Asked & { id: string })[]): string[] {
    const verdicts: string[] = batch.map(({ wallet, idem }, ord) => {
      if (idem === null) return 'open'
      const known = this.calls.some((call) => call.wallet === wallet && call.idem === idem && call.state !== 'released')
      const twin = batch.slice(0, ord).some((other) => other.wallet === wallet && other.idem === idem)
      return known || twin ? 'replay' : 'open'
    })
    const available = this.wallets.map(({ posted, held }) => posted - held)
    const order = batch
      .map((_, ord) => ord)
      .sort((one, other) => (batch[one]?.cents ?? 0) - (batch[other]?.cents ?? 0) || one - other)
    for (const ord of order) {
      const request = batch[ord]
      if (request === undefined || verdicts[ord] !== 'open') continue
      const left = available[request.wallet] ?? 0
      // What was ranked before counts even when it did not fit: costs only rise from there.
      available[request.wallet] = left - request.cents
      verdicts[ord] = left >= request.cents ? 'accepted' : 'insufficient_balance'
      if (left < request.cents) continue
      this.wallet(request.wallet).held += request.cents
      this.calls.push({ ...request, state: 'held', attempt: request.isCarried ? 1 : 0, lapsed: false })
    }
    return verdicts
  }

  start(ids: readonly string[]): string[] {
    const taken = this.calls.filter(
      (call) => ids.includes(call.id) && ((call.state === 'held' && !call.isCarried) || (isOpen(call) && call.lapsed)),
    )
    for (const call of taken) Object.assign(call, { state: 'running', attempt: call.attempt + 1, lapsed: false })
    return taken.map(({ id }) => id)
  }

  end(call: ModelCall, state: 'captured' | 'released'): void {
    call.state = state
    const wallet = this.wallet(call.wallet)
    wallet.held -= call.cents
    if (state === 'captured') wallet.posted -= call.cents
  }
}

const isOpen = ({ state }: ModelCall) => state === 'held' || state === 'running'

type Keys = { key: string; keyId: string }[]

const newKeys = (): Promise<Keys> => Promise.all(WALLETS_CENTS.map((cents) => grantKey(db.pg, mint, cents)))

const request = (keys: Keys, { wallet, cents, idem, isCarried }: Asked): KeyedCall => {
  const { key = '', keyId = '' } = keys[wallet] ?? {}
  return { ...keyedCall(mint, key, cents, idem === null ? null : `key:${keyId}:${idem}`), isCarried }
}

const end = (callId: string, attempt: number, ok: boolean) =>
  ok
    ? { callId, attempt, runMs: 1, result: '{}' }
    : { callId, attempt, runMs: 1, refusal: { code: 'upstream_unavailable' as const, error: 'It did not answer.' } }

async function walletsOf(keys: Keys) {
  const { rows } = await db.pg.query<{ posted: string; held: string }>(
    `select a.posted::text, a.held::text from unnest($1::text[]) with ordinality k(key_id, ord)
     join service_key s on s.key_id = k.key_id join account a on a.id = s.account_id order by k.ord`,
    [keys.map(({ keyId }) => keyId)],
  )
  return rows.map(({ posted, held }) => ({ posted: Number(posted) / 10_000, held: Number(held) / 10_000 }))
}

const overdue = (callId: string) =>
  db.pg.query(`update call set deadline = now() - interval '1 second' where id = $1 and finished_at is null`, [callId])
const lapse = (callId: string) =>
  db.pg.query(
    `update call set lease_until = now() - interval '1 second' where id = $1 and finished_at is null and lease_until is not null`,
    [callId],
  )

describe('the call statements', () => {
  test('do, step by step, what the reference ledger does', async () => {
    const property = fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 40 }), async (steps) => {
      const keys = await newKeys()
      const reference = new Reference()
      for (const next of steps) {
        await both(next, keys, reference)
        expect(await walletsOf(keys)).toEqual(reference.wallets)
      }
      await closeAll(reference)
      expect(await walletsOf(keys)).toEqual(reference.wallets)
    })
    await fc.assert(property, { numRuns: 100 })
    expect((await audit(db.pg)).filter(({ ok }) => !ok)).toEqual([])
  })

  test('keep every promise when all steps happen at once', async () => {
    const property = fc.asyncProperty(
      fc.array(step, { minLength: 10, maxLength: 60 }),
      fc.integer({ min: 2, max: 12 }),
      async (steps, atOnce) => {
        const keys = await newKeys()
        const seen = new Witness()
        for (let from = 0; from < steps.length; from += atOnce) {
          const calls = [...seen.accepted.keys()]
          await Promise.all(steps.slice(from, from + atOnce).map((next) => seen.watch(next, keys, calls)))
          seen.check(await walletsOf(keys))
        }
        await Promise.all([...seen.accepted.keys()].map((callId) => overdue(callId)))
        for (const { callId } of await releaseOverdue(db.pg)) seen.resolve(callId, 'released')
        seen.check(await walletsOf(keys))
        expect([...seen.accepted.values()].filter(({ ended }) => ended === null)).toEqual([])
      },
    )
    // A race does not come again when it is asked to: what failed is told as it is.
    await fc.assert(property, { numRuns: 120, endOnFailure: true })
    expect((await audit(db.pg)).filter(({ ok }) => !ok)).toEqual([])
  })
})

test('a hold that fits only since the release it waited for is accepted', async () => {
  const { key } = await grantKey(db.pg, mint, 10)
  const first = keyedCall(mint, key, 6)
  await acceptKeyed(db.pg, [first], 'model')
  const other = await db.pg.connect()
  try {
    await other.query('begin')
    // Safe: the statement needs nothing of a pool but `query`.
    await releaseUnstarted(other as unknown as Db['pg'], first.callId)
    const waiting = acceptKeyed(db.pg, [keyedCall(mint, key, 8)], 'model')
    await eventually(async () => {
      const { rowCount } = await db.pg.query(
        `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      )
      return rowCount === 1
    })
    await other.query('commit')
    expect(await waiting).toMatchObject([{ kind: 'accepted', availableMicroUsdc: 20_000n }])
  } finally {
    other.release()
  }
})

/** Does a step in the database and in the reference, and compares what each says. */
async function both(next: Step, keys: Keys, reference: Reference): Promise<void> {
  switch (next.do) {
    case 'accept': {
      const batch = next.batch.map((asked) => request(keys, asked))
      const answers = await acceptKeyed(db.pg, batch, 'model')
      const expected = reference.accept(next.batch.map((asked, ord) => ({ ...asked, id: batch[ord]?.callId ?? '' })))
      expect(answers.map((answer) => (answer.kind === 'refused' ? answer.code : answer.kind))).toEqual(expected)
      break
    }
    case 'start': {
      const ids = next.calls.flatMap((place) => reference.at(place)?.id ?? [])
      const started = await startCalls(db.pg, ids)
      expect(started.map(({ callId }) => callId).sort()).toEqual(reference.start(ids).sort())
      break
    }
    case 'finish': {
      const ends = [...new Map(next.ends.map((one) => [reference.at(one.call)?.id, one])).values()]
      const known = ends.flatMap((one) => {
        const call = reference.at(one.call)
        return call === undefined ? [] : [{ ...one, call }]
      })
      const finished = await finishCalls(
        db.pg,
        known.map(({ call, staleBy, ok }) => end(call.id, call.attempt - staleBy, ok)),
      )
      for (const { call, staleBy, ok } of known) {
        const isCurrent = call.state === 'running' || (call.state === 'held' && call.isCarried)
        const counts = isCurrent && staleBy === 0
        expect(finished.has(call.id)).toBe(counts)
        if (counts) reference.end(call, ok ? 'captured' : 'released')
      }
      break
    }
    case 'expire': {
      const call = reference.at(next.call)
      if (call === undefined) break
      await overdue(call.id)
      const released = await releaseOverdue(db.pg)
      const counts = call.state === 'held' || call.state === 'running'
      expect(released.map(({ callId }) => callId)).toEqual(counts ? [call.id] : [])
      if (counts) reference.end(call, 'released')
      break
    }
    case 'cancel': {
      const call = reference.at(next.call)
      if (call === undefined) break
      const counts = call.state === 'held'
      expect(await releaseUnstarted(db.pg, call.id)).toBe(counts)
      if (counts) reference.end(call, 'released')
      break
    }
    case 'lapse': {
      const call = reference.at(next.call)
      if (call === undefined) break
      await lapse(call.id)
      if (call.state === 'running' || (call.state === 'held' && call.isCarried)) call.lapsed = true
    }
  }
}

async function closeAll(reference: Reference): Promise<void> {
  const open = reference.calls.filter(({ state }) => state === 'held' || state === 'running')
  for (const { id } of open) await overdue(id)
  expect((await releaseOverdue(db.pg)).map(({ callId }) => callId).sort()).toEqual(open.map(({ id }) => id).sort())
  for (const call of open) reference.end(call, 'released')
}

/** Believes what the statements answer and checks that the money agrees, whatever order they ran in. */
class Witness {
  readonly accepted = new Map<string, { wallet: number; cents: number; ended: 'captured' | 'released' | null }>()
  readonly attempts = new Map<string, Set<number>>()
  readonly openIdem = new Map<string, string>()

  async watch(next: Step, keys: Keys, calls: readonly string[]): Promise<void> {
    const at = (place: number) => calls[place % Math.max(1, calls.length)]
    switch (next.do) {
      case 'accept': {
        const batch = next.batch.map((asked) => request(keys, asked))
        const answers = await acceptKeyed(db.pg, batch, 'model')
        answers.forEach((answer, ord) => {
          const asked = next.batch[ord]
          const callId = batch[ord]?.callId
          if (answer.kind === 'accepted' && asked !== undefined && callId !== undefined) {
            this.accepted.set(callId, { wallet: asked.wallet, cents: asked.cents, ended: null })
            if (asked.isCarried) this.attempts.set(callId, new Set([1]))
          }
        })
        return
      }
      case 'start': {
        const ids = [...new Set(next.calls.flatMap((place) => at(place) ?? []))]
        for (const { callId, attempt } of await startCalls(db.pg, ids)) {
          const known = this.attempts.get(callId) ?? new Set<number>()
          assert(!known.has(attempt), 'an attempt number is given out once')
          this.attempts.set(callId, known.add(attempt))
        }
        return
      }
      case 'finish': {
        const chosen = new Map(
          next.ends.flatMap((one) => (at(one.call) === undefined ? [] : [[at(one.call) ?? '', one] as const])),
        )
        const ends = [...chosen].map(([callId, { staleBy, ok }]) =>
          end(callId, (this.attempts.get(callId)?.size ?? 0) - staleBy, ok),
        )
        const finished = await finishCalls(db.pg, ends)
        for (const { callId, result } of ends)
          if (finished.has(callId)) this.resolve(callId, result === undefined ? 'released' : 'captured')
        return
      }
      case 'expire': {
        const callId = at(next.call)
        if (callId !== undefined) await overdue(callId)
        for (const released of await releaseOverdue(db.pg)) this.resolve(released.callId, 'released')
        return
      }
      case 'cancel': {
        const callId = at(next.call)
        if (callId !== undefined && (await releaseUnstarted(db.pg, callId))) this.resolve(callId, 'released')
        return
      }
      case 'lapse': {
        const callId = at(next.call)
        if (callId !== undefined) await lapse(callId)
      }
    }
  }

  resolve(callId: string, as: 'captured' | 'released'): void {
    const call = this.accepted.get(callId)
    // Another run's call may be overdue too: only ours count here.
    if (call === undefined) return
    assert.equal(call.ended, null, 'a call ends once')
    call.ended = as
  }

  check(wallets: { posted: number; held: number }[]): void {
    wallets.forEach(({ posted, held }, index) => {
      const mine = [...this.accepted.values()].filter(({ wallet }) => wallet === index)
      const sum = (state: 'captured' | null) =>
        mine.filter(({ ended }) => ended === state).reduce((cents, call) => cents + call.cents, 0)
      assert.deepEqual({ posted, held }, { posted: (WALLETS_CENTS[index] ?? 0) - sum('captured'), held: sum(null) })
      assert(posted - held >= 0, 'no wallet is overdrawn')
    })
  }
}
