import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { eventually, randomId, type World } from '#test/support/world/world.ts'
import { asHeader, payByMpp } from '#test/support/world/mpp-payment.ts'
import { decoded, encoded, payOnBase } from '#test/support/world/x402-payment.ts'
import { openPaidWorld, type PaidWorld } from '#test/support/world/x402-world.ts'

const PATH = '/api/v1/run'
/** Two steps that need nothing from outside: json-repair, then hash-text of what it found, 1 cent each. */
const CHAIN = { goal: 'repair this json and give me its sha256', input: '{a: 1' }
/** The first step asks a host that does not exist; the second needs nothing. */
const HALF = {
  goal: 'http headers of this page, and what time is 2026-03-01T10:00:00 in Tokyo?',
  input: 'https://nothing.invalid/',
}
const FAILS = { goal: 'repair this json', input: 'no json here at all' }

const walletOf = async (sql: World['sql'], keyId: string) => {
  const [row] = await sql<{ posted: number; held: number; spent: number }>(
    `select a.posted::int as posted, a.held::int as held, a.day_spent::int as spent
    from account a join service_key k on k.account_id = a.id where k.key_id = $1`,
    [keyId],
  )
  return row
}

describe('a run of a goal', () => {
  let world: PaidWorld
  beforeAll(async () => {
    world = await openPaidWorld({ backend: 'postgres', pools: ['router-workflow', 'settlement-watch'] })
  })
  afterAll(async () => {
    await world.balanced()
    await world.close()
  })
  const run = (body: unknown, headers: Record<string, string> = {}) => world.request('POST', PATH, { body, headers })

  const pay = async (body: unknown) => run(body, { 'payment-signature': encoded(payOnBase(await run({}))) })

  test('costs the list prices of its steps; the rest of its hold is free again', async () => {
    const { key, keyId } = await world.key(100)
    const { status, body, headers } = await run(CHAIN, { 'x-service-key': key })
    expect(status).toBe(200)
    expect(body).toMatchObject({
      ok: true,
      resource: PATH,
      total_usdc: '0.02',
      steps: [
        { step: '1', slug: 'json-repair', state: 'done' },
        { step: '2', slug: 'hash-text', state: 'done' },
      ],
      result: {
        plan: [
          { n: 1, slug: 'json-repair' },
          { n: 2, inputs: { text: '$1.result.value' } },
        ],
        steps: [
          { n: 1, status: 'ok', error: null, result_digest: expect.stringMatching(/^[0-9a-f]{64}$/) },
          { n: 2, status: 'ok' },
        ],
        result: { hex: '015abd7f5cc57a2dd94b7590f04ad8084273905ee33ec5cebeae62276a97f862' },
        cost: { charged_cents: 2, list_price_cents: 2 },
        unmet: [],
      },
      charge: { cents: 2, paid_with: 'prepaid_key', balance_cents: 98, state: 'captured' },
      call_token: expect.any(String),
    })
    expect(headers.get('x-charge-cents')).toBe('2')
    expect(await walletOf(world.sql, keyId)).toEqual({ posted: 980_000, held: 0, spent: 20_000 })
  })

  test('is answered again by its Idempotency-Key, at what it cost; read by its token; watched as it runs', async () => {
    const { key, keyId } = await world.key(200)
    const headers = { 'x-service-key': key, 'idempotency-key': randomId() }
    const accepted = await run(CHAIN, { ...headers, prefer: 'respond-async' })
    expect(accepted).toMatchObject({ status: 202, body: { charge: { cents: 99, state: 'held' } } })
    const token = { 'x-call-token': String(accepted.body['call_token']) }
    const events = await fetch(world.baseUrl + String(accepted.body['events_url']), { headers: token })
    expect(await events.text()).toMatch(/event: step\ndata: .*"slug":"hash-text"[\s\S]*event: done/)
    const read = await world.request('GET', `/api/v1/calls/${String(accepted.body['call_id'])}`, { headers: token })
    expect(read.body).toMatchObject({ state: 'captured', charge: { cents: 2 }, result: { unmet: [] } })
    const again = await run(CHAIN, headers)
    expect(again.headers.get('idempotency-replayed')).toBe('true')
    expect(again.body).toMatchObject({ charge: { cents: 2, balance_cents: 198 }, result: read.body['result'] })
    expect(await run(HALF, headers)).toMatchObject({ status: 422, body: { code: 'idempotency_key_reused' } })
    expect(await walletOf(world.sql, keyId)).toEqual({ posted: 1_980_000, held: 0, spent: 20_000 })
  })

  test('a step that fails is named and costs nothing; if all fail nothing is charged', async () => {
    const { key, keyId } = await world.key(100)
    const half = await run(HALF, { 'x-service-key': key })
    expect(half).toMatchObject({
      status: 200,
      body: {
        steps: expect.arrayContaining([expect.objectContaining({ step: '1', state: 'failed' })]),
        result: { cost: { charged_cents: 1 }, unmet: [expect.stringContaining('http-headers')] },
        charge: { cents: 1, balance_cents: 99 },
      },
    })
    const failed = await run(FAILS, { 'x-service-key': key })
    expect(failed).toMatchObject({
      status: 422,
      body: { ok: false, charged_cents: 0, detail: expect.stringContaining('Step 1, json-repair') },
    })
    expect(await walletOf(world.sql, keyId)).toEqual({ posted: 990_000, held: 0, spent: 10_000 })
  })

  test('a goal without a plan is refused before any money moves', async () => {
    const { key, keyId } = await world.key(100)
    const headers = { 'x-service-key': key }
    expect(await run({ goal: 'bake a cake', input: 'x' }, headers)).toMatchObject({
      status: 422,
      body: { code: 'no_plan', charged_cents: 0 },
    })
    expect(await run({ ...CHAIN, max_step: 2 }, headers)).toMatchObject({ status: 422 })
    expect(await run({ ...CHAIN, plan: { steps: [] } }, headers)).toMatchObject({ status: 422 })
    const token = { goal: 'share my note a/b with another agent for 3 days', input: '' }
    expect(await run(token, headers)).toMatchObject({ status: 422, body: { reason: 'returns_token' } })
    expect(
      await world.sql(`select from call where service_key_id = (select id from service_key where key_id = $1)`, [
        keyId,
      ]),
    ).toEqual([])
  })

  test('is 402 without a credential, whatever the body; a dry run is free', async () => {
    const unpaid = await run(CHAIN)
    expect(unpaid).toMatchObject({ status: 402, body: { price_cents: 99 } })
    // Safe: the 402 is held against the document.
    const accepts = unpaid.body['accepts'] as { network: string; amount: string }[]
    expect(accepts.map(({ network }) => network.split(':')[0])).toEqual(['solana', 'eip155'])
    expect(accepts.map(({ amount }) => amount)).toEqual(['990000', '990000'])
    expect(unpaid.headers.get('www-authenticate')).toContain('Payment')
    expect((await run({ dry_run: 'yes' })).status).toBe(402)
    expect((await run('{"dry_run": tru')).status).toBe(402)
    const dry = await run({ ...CHAIN, dry_run: true })
    expect(dry).toMatchObject({
      status: 200,
      body: { dry_run: true, list_price_cents: 2, not_run: [], charged_cents: 0 },
    })
    expect((await run({ goal: 'x', dry_run: true })).status).toBe(422)
    expect((await world.request('POST', '/api/v1/outcomes/run', { body: CHAIN })).status).toBe(404)
  })

  test('neither a trial nor a pass pays; a key beside the pass does', async () => {
    const pass = { 'x-day-pass': (await world.pass('week')).passToken }
    expect(await run(CHAIN, pass)).toMatchObject({ status: 402, body: { code: 'pass_scope' } })
    const { key } = await world.key(100)
    expect(await run(CHAIN, { ...pass, 'x-service-key': key })).toMatchObject({
      status: 200,
      body: { charge: { paid_with: 'prepaid_key' }, pass_note: expect.any(String) },
    })
    const claimed = await world.request('POST', '/api/v1/outcomes/balance/trial/claim', { body: {} })
    expect(await run(CHAIN, { 'x-service-key': String(claimed.body['key']) })).toMatchObject({
      status: 402,
      body: { code: 'trial_price_cap' },
    })
  })

  test('is paid by x402, settled before it runs; what it does not cost is credited', async () => {
    const paid = await pay(CHAIN)
    expect(paid).toMatchObject({
      status: 200,
      body: {
        total_usdc: '0.02',
        charge: { cents: 2, paid_with: 'x402', payment: { settle: 'before', state: 'settled' } },
        credit: { cents: 97, key: expect.any(String) },
      },
    })
    const credit = Object(paid.body['credit'])
    const balance = await world.request('GET', '/api/v1/outcomes/balance/status', {
      headers: { 'x-service-key': String(credit.key) },
    })
    expect(balance.body).toMatchObject({ balance_cents: 97 })
    const failed = await pay(FAILS)
    expect(failed).toMatchObject({ status: 422, body: { charged_cents: 0, credit: { cents: 99 } } })
  })

  test('is paid by MPP, settled before it runs; sent again it is the same run', async () => {
    const credential = payByMpp(await run({}))
    const headers = { authorization: asHeader(credential) }
    const settles = world.chain.times('settle')
    const paid = await run(CHAIN, headers)
    expect(paid, paid.text).toMatchObject({
      status: 200,
      body: {
        total_usdc: '0.02',
        charge: { cents: 2, payment: { settle: 'before', state: 'settled' } },
        credit: { cents: 97, key: expect.any(String) },
      },
    })
    const receipt = paid.headers.get('payment-receipt')
    expect(decoded(receipt)).toMatchObject({ status: 'success', method: 'evm' })
    const again = await run(CHAIN, headers)
    expect(again).toMatchObject({ status: 200, body: { call_id: paid.body['call_id'] } })
    expect(await run(HALF, headers)).toMatchObject({ status: 409, body: { code: 'payment_already_used' } })
    expect(world.chain.times('settle')).toBe(settles + 1)
  })

  test('a goal without a plan settles no payment by MPP', async () => {
    const settles = world.chain.times('settle')
    const headers = { authorization: asHeader(payByMpp(await run({}))) }
    expect(await run({ goal: 'bake a cake', input: 'x' }, headers)).toMatchObject({
      status: 422,
      body: { code: 'no_plan', charged_cents: 0 },
    })
    expect(world.chain.times('settle')).toBe(settles)
  })

  test('the policy of a key speaks of the steps, too', async () => {
    const { key, keyId } = await world.key(200)
    const code = async () => (await run(CHAIN, { 'x-service-key': key })).body['code'] ?? 'ok'
    const set = (lists: string) => world.sql(`update service_key set ${lists} where key_id = $1`, [keyId])
    await set(`deny_slugs = '{hash-text}'`)
    expect(await code()).toBe('policy_slug')
    await set(`deny_slugs = '{}', allow_slugs = '{json-repair}'`)
    expect(await code()).toBe('policy_slug')
    await set(`allow_slugs = '{json-repair,hash-text}'`)
    expect(await code()).toBe('ok')
  })

  test('goal, input and plan stand sealed in the database', async () => {
    const { key, keyId } = await world.key(100)
    const secret = `whsec_${randomId()}`
    await run(
      { goal: 'what is the sha256 of this text?', input: secret },
      { 'x-service-key': key, prefer: 'respond-async' },
    )
    const stored = async () =>
      JSON.stringify(
        await world.sql(
          `select c.input, c.state from call c join service_key k on k.id = c.service_key_id where k.key_id = $1`,
          [keyId],
        ),
      )
    expect(await stored()).not.toContain(secret)
    await eventually(async () => (await stored()).includes('captured'))
  })
})
