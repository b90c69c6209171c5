import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { uuidv7 } from 'uuidv7'

import { countOutcomes } from '#shared/calls/count-outcomes.ts'
import { takeLeaderboards } from '#shared/store/agents/take-leaderboards.ts'
import { readCaller } from '#shared/store/caller.ts'
import { storeKeys } from '#shared/store/store-keys.ts'

import { openStatefulWorld, type StatefulWorld } from '#test/support/world/stateful.ts'

let world: StatefulWorld
let ann: Awaited<ReturnType<StatefulWorld['payer']>>
beforeAll(async () => {
  world = await openStatefulWorld()
  ann = await world.payer(5_000)
})
afterAll(() => world.close())

const evidence = (agentId: string, kind: string, counterparty: string, more: Record<string, unknown> = {}) =>
  world.sql(
    `insert into reputation_evidence (id, agent_id, kind, counterparty, rating, by_agent, is_trial, cluster) values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [
      `test:${uuidv7()}`,
      agentId,
      kind,
      counterparty,
      more['rating'] ?? null,
      more['by'] ?? null,
      more['trial'] ?? false,
      more['cluster'] ?? null,
    ],
  )

describe('agent-usage', () => {
  test('counts what was charged, what was not, and not itself', async () => {
    const own = await world.payer(100)
    expect((await own.ok('agent-usage', {})).totals).toMatchObject({ calls: 0, spend_cents: 0 })
    for (let n = 0; n < 3; n += 1) await own.ok('rate-limit-guard', { key: 'k', agent_id: 'worker' })
    await own.no('notepad-read', { key: 'none' })
    const usage = await own.ok('agent-usage', {})
    expect(usage).toMatchObject({
      totals: { calls: 5, paid_calls: 4, failed_uncharged: 1, spend_cents: 7, free_calls: 0 },
      balance: { balance_cents: 92, credential: 'key', expires_at: null },
      advice: [{ code: 'cache_hit_possible', saves_cents: 4 }],
    })
    expect(Object.values(Object(usage['groups']))[0]).toMatchObject({
      key: 'rate-limit-guard',
      calls: 3,
      spend_cents: 6,
      errors: 0,
    })
    expect((await own.ok('agent-usage', { agent_id: 'worker' })).totals).toMatchObject({ calls: 3, spend_cents: 6 })
    expect((await own.ok('agent-usage', { group_by: 'agent' })).groups).toContainEqual(
      expect.objectContaining({ key: 'worker', calls: 3 }),
    )
    expect((await own.ok('agent-usage', { group_by: 'pack' })).groups).toContainEqual(
      expect.objectContaining({ key: 'infra-pack' }),
    )
    expect((await own.ok('agent-usage', { group_by: 'rail' })).groups).toMatchObject([{ key: 'prepaid_key' }])
    expect((await ann.ok('agent-usage', {})).totals).toMatchObject({ calls: 0 })
    expect(await own.no('agent-usage', { from: '2026-02-01', to: '2026-01-01' })).toMatchObject({ status: 422 })
    expect((await own.ok('agent-usage', { from: '2020-01-01', to: '2020-02-01' })).totals).toMatchObject({ calls: 0 })
  })

  test('says when a pass would have been cheaper, and what a pass covered', async () => {
    const own = await world.payer(500)
    const guard = { action: 'ship', idempotency_key: '3f1c0a52-6b7e-4d1a-9c55-0e8f6f2d9b41' }
    await Promise.all(
      Array.from({ length: 6 }, (_, n) => own.ok('idempotency-guard', { ...guard, action: `ship ${n}` })),
    )
    expect((await own.ok('agent-usage', {})).advice).toMatchObject([{ code: 'pass_cheaper', saves_cents: 10 }])
    const pass = await world.passHolder('day')
    await pass.ok('idempotency-guard', guard)
    expect(await pass.ok('agent-usage', {})).toMatchObject({
      totals: { calls: 1, paid_calls: 0, free_calls: 1, spend_cents: 0, pass_covered_cents: 10 },
      balance: { credential: 'pass', balance_cents: null, expires_at: expect.any(String) },
    })
  })
})

describe('agent-reputation', () => {
  test('has no opinion of whom nobody knows, and none of what too few say', async () => {
    expect(await ann.ok('agent-reputation', { agent_id: 'never-seen' })).toMatchObject({
      score: null,
      level: 'unknown',
      decision: 'review',
    })
    for (let n = 0; n < 30; n += 1) await evidence('fans', 'attested', 'account:7', { rating: 5, by: 'fan' })
    expect(await ann.ok('agent-reputation', { agent_id: 'fans' })).toMatchObject({
      score: null,
      counterparties: 1,
      level: 'new',
    })
    expect(await ann.no('agent-reputation', {})).toMatchObject({ status: 422 })
  })

  test('follows from deliveries of independent counterparties', async () => {
    for (let n = 0; n < 5; n += 1) await evidence('worker-5', 'delivered', `account:${100 + n}`)
    expect(await ann.ok('agent-reputation', { agent_id: 'worker-5', include_evidence: true })).toMatchObject({
      score: 78,
      counterparties: 5,
      level: 'emerging',
      evidence: expect.arrayContaining([expect.objectContaining({ kind: 'delivered', weight: 1 })]),
    })
  })

  test('takes attestations of others, and nothing for praise of one’s own', async () => {
    const raters = await Promise.all([1, 2, 3, 4].map(() => world.payer(20)))
    await Promise.all(
      raters.map((rater, n) =>
        rater.ok('attest', {
          agent_id: `rater-${n}`,
          subject: 'job',
          claim: 'delivered',
          about_agent: 'good',
          rating: 5,
        }),
      ),
    )
    expect(await ann.ok('agent-reputation', { agent_id: 'good' })).toMatchObject({
      counterparties: 4,
      evidence_count: 4,
      discounts: [],
    })
    await ann.ok('attest', { agent_id: 'vain', subject: 'me', claim: 'great', about_agent: 'vain', rating: 5 })
    await ann.ok('attest', { agent_id: 'friend', subject: 'vain', claim: 'great', about_agent: 'vain', rating: 5 })
    expect(await ann.ok('agent-reputation', { agent_id: 'vain' })).toMatchObject({
      score: null,
      counterparties: 0,
      discounts: [{ code: 'self_attested', rows: 2 }],
    })
  })
})

describe('evidence', () => {
  const rate = (rater: { ok: (slug: string, body: unknown) => Promise<unknown> }, by: string, about: string) =>
    rater.ok('attest', { agent_id: by, subject: `job of ${by}`, claim: 'delivered', about_agent: about, rating: 5 })

  test('of a rating that was taken back counts no more', async () => {
    const raters = await Promise.all([1, 2, 3].map(() => world.payer(50)))
    const given = await Promise.all(raters.map((rater, n) => rate(rater, `taker-${n}`, 'praised')))
    expect(await ann.ok('agent-reputation', { agent_id: 'praised' })).toMatchObject({ counterparties: 3 })
    await raters[0]?.ok('attest', {
      agent_id: 'taker-0',
      subject: Object(given[0]).attestation_id,
      claim: 'revoked',
    })
    expect(await ann.ok('agent-reputation', { agent_id: 'praised' })).toMatchObject({
      counterparties: 2,
      evidence_count: 2,
      score: null,
    })
  })

  test('of keys and passes that one wallet bought is that of one counterparty, and of its own agent none', async () => {
    const bought = async (product: string, owner: { account: string } | { passOf: string }, payer: string) => {
      const id = uuidv7()
      const secretRef = 'passOf' in owner ? owner.passOf : null
      await world.sql(
        `insert into payment_proof (network, asset, proof, call_id, payer, product, secret_ref) values ('eip155:8453', 'usdc', $1::text, $1::uuid, $2, $3, $4)`,
        [id, payer, product, secretRef],
      )
      if ('account' in owner)
        await world.sql(
          `insert into transfer (kind, call_id, account_id, amount, reason)
            select 'single', $1::uuid, account_id, 1, 'purchase:x402' from service_key where key_id = $2`,
          [id, owner.account],
        )
    }
    const wallet = '0xAbCdEf0000000000000000000000000000000002'
    const keys = await Promise.all([1, 2, 3, 4].map(() => world.payer(50)))
    for (const { keyId } of keys) await bought('fund', { account: keyId }, wallet)
    const { passId, passToken } = await world.pass('week')
    await bought('week-pass', { passOf: passId }, wallet.toLowerCase())
    const pass = world.callerWith({ 'x-day-pass': passToken })
    await Promise.all([...keys, pass].map((rater, n) => rate(rater, `sock-${n}`, 'puppet')))
    expect(await ann.ok('agent-reputation', { agent_id: 'puppet' })).toMatchObject({
      score: null,
      counterparties: 1,
      evidence_count: 5,
      discounts: [{ code: 'same_funder', rows: 5 }],
    })
    await keys[0]?.ok('attest', { agent_id: 'puppet', subject: 'me', claim: 'x', about_agent: 'another', rating: 5 })
    expect(await ann.ok('agent-reputation', { agent_id: 'puppet' })).toMatchObject({
      counterparties: 0,
      discounts: expect.arrayContaining([expect.objectContaining({ code: 'self_attested', rows: 5 })]),
    })
  })
})

describe('agent-leaderboard', () => {
  test('ranks by what is certain, shares ranks, and leaves out trials and whoever opted out', async () => {
    for (const agent of ['twin-a', 'twin-b']) {
      for (let n = 0; n < 6; n += 1) await evidence(agent, 'delivered', `account:${200 + n}`)
    }
    await evidence('one-star', 'attested', 'account:9', { rating: 5, by: 'x' })
    for (let n = 0; n < 30; n += 1) await evidence('shouted', 'attested', 'account:901', { rating: 5, by: 'x' })
    await ann.ok('rate-limit-guard', { key: 'a', agent_id: 'ann-1' })
    await ann.ok('rate-limit-guard', { key: 'a', agent_id: 'ann-2' })
    await world.sql(`update call set finished_at = finished_at - interval '10 seconds' where finished_at is not null`)
    await world.sql(`update stat_cursor set counted_to = now() - interval '1 hour'`)
    for (let n = 0; n < 7; n += 1) await countOutcomes(world.db.pg)
    const keys = storeKeys(world.config.SERVER_SECRET)
    await takeLeaderboards(world.db.pg, keys)
    const board = await ann.ok('agent-leaderboard', { period: '7d' })
    const rows = Object.values(Object(board['rows'])).map((row) => Object(row))
    expect(rows.slice(0, 3).map(({ rank }) => rank)).toEqual([1, 1, 3])
    expect(new Set(rows.slice(0, 2).map(({ agent_id }) => agent_id))).toEqual(new Set(['twin-a', 'twin-b']))
    expect(JSON.stringify(rows)).not.toContain('one-star')
    expect(await ann.ok('agent-leaderboard', { metric: 'jobs_completed', agent_id: 'twin-a' })).toMatchObject({
      self: { rank: 1, value: 6 },
    })
    expect((await ann.ok('agent-leaderboard', { metric: 'calls', agent_id: 'ann-1' })).self).toMatchObject({ value: 1 })
    const shouted = await ann.ok('agent-leaderboard', { metric: 'attestations', agent_id: 'shouted' })
    expect(Number(Object(shouted['self']).value)).toBeLessThanOrEqual(10)
    await ann.ok('agent-leaderboard', { metric: 'calls', agent_id: 'ann-1', opt_out: true })
    await takeLeaderboards(world.db.pg, keys)
    const calls = await ann.ok('agent-leaderboard', { metric: 'calls', agent_id: 'ann-1' })
    expect(calls).toMatchObject({ self: null, as_of: expect.any(String) })
    expect(JSON.stringify(calls['rows'])).toContain('ann-2')
    expect(JSON.stringify(calls['rows'])).not.toContain('ann-1')
    expect(await ann.no('agent-leaderboard', { limit: 101 })).toMatchObject({ status: 422 })
  })
})

test('a payer by x402 is its wallet, whatever its address is written like, and a part of a workflow is its payer’s', async () => {
  const [call, part] = [uuidv7(), uuidv7()]
  const columns = `slug, pool, price, state, timeout_ms, deadline, reply_to, input, input_digest`
  const rest = `'hash-text', 'outcome', 0, 'held', 1000, now() + interval '1 hour', 'x', '{}', 'x'`
  await world.sql(`insert into call (id, payer, account_id, ${columns}) values ($1, 'x402', 5, ${rest})`, [call])
  await world.sql(`insert into call (id, payer, part_of, ${columns}) values ($1, 'part', $2, ${rest})`, [part, call])
  await world.sql(
    `insert into payment_proof (network, asset, proof, call_id, payer) values ('eip155:8453', 'usdc', $1::text, $1::uuid, '0xABCDEF0000000000000000000000000000000001')`,
    [call],
  )
  const wallet = { owner: 'wallet:eip155:8453:0xabcdef0000000000000000000000000000000001', credential: 'x402' }
  expect(await readCaller(world.db.pg, call)).toEqual(wallet)
  expect(await readCaller(world.db.pg, part)).toEqual(wallet)
  await world.sql(`update call set deadline = now() - interval '1 second' where id = any($1)`, [[call, part]])
})
