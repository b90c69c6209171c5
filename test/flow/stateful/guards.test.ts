import { createPublicKey, verify } from 'node:crypto'

import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { purgeStore } from '#shared/store/purge-store.ts'

import { openBrowsing } from '#test/support/world/browsing.ts'
import { openStatefulWorld, type StatefulWorld } from '#test/support/world/stateful.ts'

let world: StatefulWorld
let ann: Awaited<ReturnType<StatefulWorld['payer']>>
let bob: Awaited<ReturnType<StatefulWorld['payer']>>
beforeAll(async () => {
  world = await openStatefulWorld()
  ;[ann, bob] = await Promise.all([world.payer(), world.payer()])
})
afterAll(() => world.close())

const DIGEST = '2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824'

describe('spend-guard', () => {
  test('lets spend what fits the window, and says when the rest would', async () => {
    const spend = { agent_id: 'a1', amount_cents: 300, ceiling_cents: 500 }
    expect(await ann.ok('spend-guard', spend)).toMatchObject({
      decision: 'allow',
      clearance_token: expect.stringMatching(/^clr_/),
      window: { reserved_cents: 300, remaining_cents: 200 },
      decision_receipt: { profile: 'action-receipt-v1-rt', action: 'spend:reserve:allow', agent_id: 'a1' },
    })
    const over = await ann.ok('spend-guard', spend)
    expect(over).toMatchObject({ decision: 'block', reasons: [{ code: 'over_ceiling' }], clearance_token: null })
    expect(over['retry_after_s']).toBeGreaterThan(200)
    expect(over['retry_after_s']).toBeLessThanOrEqual(300)
    expect(await ann.ok('spend-guard', { ...spend, amount_cents: 501 })).toMatchObject({
      decision: 'block',
      retry_after_s: null,
    })
    expect(await bob.ok('spend-guard', spend)).toMatchObject({ decision: 'allow', window: { remaining_cents: 200 } })
    expect(await ann.ok('spend-guard', { ...spend, agent_id: 'a2', mode: 'check' })).toMatchObject({
      decision: 'allow',
      clearance_token: null,
      window: { reserved_cents: 0 },
    })
  })

  test('gives the same clearance to the same nonce, and none to another intent under it', async () => {
    const spend = { agent_id: 'n', amount_cents: 200, nonce: 'order-0001', payee: 'https://shop.example' }
    const first = await ann.ok('spend-guard', spend)
    const again = await ann.ok('spend-guard', spend)
    expect(again).toMatchObject({ replay: true, decision: 'allow', clearance_token: first['clearance_token'] })
    expect(again['window']).toMatchObject({ reserved_cents: 200 })
    for (const other of [{ amount_cents: 201 }, { payee: 'https://other.example' }]) {
      expect(await ann.ok('spend-guard', { ...spend, ...other })).toMatchObject({
        decision: 'block',
        replay: true,
        reasons: [{ code: 'replay_conflict' }],
      })
    }
  })

  test('commits a clearance once, not after its time, and gives back what is released', async () => {
    const spend = { agent_id: 'c', amount_cents: 400 }
    const { clearance_token } = await ann.ok('spend-guard', spend)
    const commit = { ...spend, mode: 'commit', clearance_token }
    expect(await ann.ok('spend-guard', { ...commit, amount_cents: 401 })).toMatchObject({
      reasons: [{ code: 'amount_exceeds_clearance' }],
    })
    expect(await bob.ok('spend-guard', commit)).toMatchObject({ reasons: [{ code: 'clearance_invalid' }] })
    expect(await ann.ok('spend-guard', { ...commit, amount_cents: 350 })).toMatchObject({
      decision: 'allow',
      window: { spent_cents: 350, reserved_cents: 0, remaining_cents: 150 },
    })
    expect(await ann.ok('spend-guard', commit)).toMatchObject({ reasons: [{ code: 'clearance_used' }] })
    const small = { ...spend, amount_cents: 100 }
    const { clearance_token: second } = await ann.ok('spend-guard', small)
    expect(await ann.ok('spend-guard', { ...small, mode: 'release', clearance_token: second })).toMatchObject({
      decision: 'allow',
      window: { reserved_cents: 0 },
    })
    const { clearance_token: third } = await ann.ok('spend-guard', small)
    await world.sql(
      `update spend_entry set expires_at = now() - interval '1 second' where state = 'reserved' and agent_id = 'c'`,
    )
    expect(await ann.ok('spend-guard', { ...small, mode: 'commit', clearance_token: third })).toMatchObject({
      reasons: [{ code: 'clearance_expired' }],
    })
    expect(await ann.ok('spend-guard', { ...small, mode: 'check' })).toMatchObject({
      window: { reserved_cents: 0, spent_cents: 350 },
    })
    expect(await ann.ok('spend-guard', { ...commit, clearance_token: 'clr_x.y' })).toMatchObject({
      reasons: [{ code: 'clearance_invalid' }],
    })
    expect(await ann.no('spend-guard', { ...spend, mode: 'commit' })).toMatchObject({ status: 422 })
  })

  test('never lets more through than the ceiling, however many ask at once', async () => {
    const answers = await Promise.all(
      Array.from({ length: 10 }, () =>
        ann.ok('spend-guard', { agent_id: 'crowd', amount_cents: 100, ceiling_cents: 500 }),
      ),
    )
    expect(answers.filter(({ decision }) => decision === 'allow')).toHaveLength(5)
    const nonce = await Promise.all(
      Array.from({ length: 5 }, () =>
        ann.ok('spend-guard', { agent_id: 'twins', amount_cents: 300, nonce: 'same-intent' }),
      ),
    )
    expect(new Set(nonce.map(({ clearance_token }) => clearance_token)).size).toBe(1)
    const [row] = await world.sql<{ n: number }>(`select count(*)::int as n from spend_entry where agent_id = 'twins'`)
    expect(row?.n).toBe(1)
  })

  test('keeps a stored policy where it is stricter, and forgets spend that left the window', async () => {
    await ann.ok('spend-guard', {
      agent_id: 'p',
      amount_cents: 1,
      mode: 'check',
      ceiling_cents: 100,
      per_call_max_cents: 60,
      save_policy: true,
    })
    expect(await ann.ok('spend-guard', { agent_id: 'p', amount_cents: 70, ceiling_cents: 5_000 })).toMatchObject({
      decision: 'block',
      reasons: [{ code: 'over_per_call_max' }],
    })
    expect(await ann.ok('spend-guard', { agent_id: 'p', amount_cents: 60, ceiling_cents: 5_000 })).toMatchObject({
      decision: 'allow',
      window: { ceiling_cents: 100, remaining_cents: 40 },
    })
    expect(await ann.ok('spend-guard', { agent_id: 'p', amount_cents: 60, allow_payees: ['x'] })).toMatchObject({
      decision: 'block',
      reasons: expect.arrayContaining([expect.objectContaining({ code: 'payee_not_allowed' })]),
    })
    await world.sql(
      `update spend_entry set state = 'committed', ended_at = now(), at = now() - interval '2 days' where agent_id = 'p'`,
    )
    expect(await ann.ok('spend-guard', { agent_id: 'p', amount_cents: 60 })).toMatchObject({ decision: 'allow' })
  })
})

describe('rate-limit-guard', () => {
  test('lets exactly what fits through, at once or one after the other', async () => {
    const one = { key: 'k1', limit: 1, period_seconds: 60 }
    expect(await ann.ok('rate-limit-guard', one)).toMatchObject({ decision: 'allow', remaining: 0, retry_after_s: 0 })
    const second = await ann.ok('rate-limit-guard', one)
    expect(second).toMatchObject({ decision: 'block', reasons: [{ code: 'rate_exceeded' }] })
    expect(second['retry_after_s']).toBeGreaterThan(55)
    expect(second['retry_after_s']).toBeLessThanOrEqual(60)
    expect(await bob.ok('rate-limit-guard', one)).toMatchObject({ decision: 'allow' })
    const crowd = await Promise.all(
      Array.from({ length: 20 }, () => ann.ok('rate-limit-guard', { key: 'k5', limit: 5 })),
    )
    expect(crowd.filter(({ allowed }) => allowed)).toHaveLength(5)
  })

  test('looks without taking, and says when the limit of a key was another one', async () => {
    const look = { key: 'k3', cost: 0, limit: 10 }
    for (let n = 0; n < 3; n += 1)
      expect(await ann.ok('rate-limit-guard', look)).toMatchObject({ allowed: true, remaining: 10 })
    await ann.ok('rate-limit-guard', { key: 'k3', limit: 10, cost: 4 })
    expect(await ann.ok('rate-limit-guard', look)).toMatchObject({ remaining: 6 })
    expect(await ann.ok('rate-limit-guard', { key: 'k3', limit: 20 })).toMatchObject({
      reasons: [{ code: 'config_changed' }],
      allowed: true,
    })
    expect(await ann.ok('rate-limit-guard', { key: 'k3', cost: 30, limit: 20 })).toMatchObject({
      reasons: [{ code: 'cost_exceeds_burst' }],
      retry_after_s: null,
    })
  })

  test('takes nothing when the target itself says no', async () => {
    expect(await ann.ok('rate-limit-guard', { key: 'k4', response_headers: { 'retry-after': '30' } })).toMatchObject({
      decision: 'block',
      retry_after_s: 30,
      remaining: 60,
      upstream: { retry_after_s: 30 },
    })
  })
})

describe('action-receipt', () => {
  test('signs what was done, so that anyone can check it', async () => {
    const wish = { agent_id: 'a1', action: 'deploy', payload_digest: DIGEST, nonce: 'n-12345678' }
    const receipt = await ann.ok('action-receipt', wish)
    expect(receipt).toMatchObject({ ...wish, profile: 'action-receipt-v1-rt', quote: '', receipt_type: 'raw' })
    const { body } = await world.request('GET', '/.well-known/jwks.json')
    const key = createPublicKey({ key: Object(Object(body['keys'])[0]), format: 'jwk' })
    const text = `a1|deploy|${DIGEST}|n-12345678||${String(receipt['ts'])}|rt:raw`
    expect(verify(null, Buffer.from(text), key, Buffer.from(String(receipt['signature']), 'base64'))).toBe(true)
    expect(await ann.ok('action-receipt', wish)).toEqual(receipt)
    const forged = await world.request('POST', '/api/v1/outcomes/action-receipt/verify', {
      body: { receipt: { ...receipt, action: 'deplox' } },
    })
    expect(forged.body).toMatchObject({ valid: false })
    const browsing = openBrowsing(world)
    const verified = async (sent: Record<string, unknown>) =>
      browsing.post('/wallet', {
        ...(await browsing.form('/wallet')),
        receipt: JSON.stringify(sent),
      })
    expect((await verified(receipt)).text).toContain('It is ours and unchanged.')
    const { text: page } = await verified({ ...receipt, action: '</textarea><script>' })
    expect([page.includes('It does not hold.'), page.includes('<script>')]).toEqual([true, false])
    expect(browsing.cookies.has('fb_key')).toBe(false)
    const twins = await Promise.all([1, 2, 3].map(() => ann.ok('action-receipt', { ...wish, nonce: 'n-at-once' })))
    expect(new Set(twins.map(({ signature }) => signature)).size).toBe(1)
  })

  test('keeps nonces unique by agent, hashes a payload, and refuses what cannot be signed', async () => {
    expect(
      await ann.no('action-receipt', { agent_id: 'a1', action: 'other', payload_digest: DIGEST, nonce: 'n-12345678' }),
    ).toMatchObject({
      status: 409,
      code: 'nonce_reused',
    })
    // Another payer's agent of the same name has nonces of its own.
    const theirs = { agent_id: 'a1', action: 'other', payload_digest: DIGEST, nonce: 'n-12345678' }
    expect(await bob.ok('action-receipt', theirs)).toMatchObject(theirs)
    expect(await ann.ok('action-receipt', { agent_id: 'a1', action: 'x', payload: 'hello' })).toMatchObject({
      payload_digest: DIGEST,
      nonce: expect.stringMatching(/^n_[0-9a-f]{32}$/),
    })
    for (const body of [
      { agent_id: 'a|b', action: 'x', payload: 'y' },
      { agent_id: 'a1', action: 'x', payload_digest: 'XYZ' },
      { agent_id: 'a1', action: 'x' },
      { agent_id: 'a1', action: 'x', payload: 'y', payload_digest: DIGEST },
    ]) {
      expect(await ann.no('action-receipt', body)).toMatchObject({ status: 422 })
    }
  })
})

test('what guards remember goes when it cannot matter any more', async () => {
  await world.sql(`update spend_entry set at = now() - interval '32 days'`)
  await world.sql(`update rate_bucket set tat = now() - interval '2 days'`)
  await world.sql(`update effect set at = now() - interval '2 days'`)
  await purgeStore(world.db.pg)
  for (const table of ['spend_entry', 'rate_bucket', 'effect'])
    expect(await world.sql(`select from ${table}`)).toEqual([])
})

test('nothing is held or logged for an answer that nobody could sign', async () => {
  await world.stopSigning()
  const carl = await world.payer(20)
  expect(await carl.no('spend-guard', { agent_id: 'a', amount_cents: 100 })).toMatchObject({ status: 503 })
  expect(await world.sql(`select from spend_entry where state <> 'released' and agent_id = 'a'`)).toEqual([])
  expect(await carl.no('attest', { agent_id: 'a', subject: 's', claim: 'c' })).toMatchObject({ status: 503 })
  expect(await carl.no('action-receipt', { agent_id: 'a', action: 'x', payload: 'p' })).toMatchObject({ status: 503 })
  expect(await world.sql(`select from attestation`)).toEqual([])
  expect((await carl.ok('agent-usage', {})).totals).toMatchObject({ spend_cents: 0, failed_uncharged: 3 })
})
