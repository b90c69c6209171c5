import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'

import {
  type FakeModelServer,
  modelScenarios,
  startFakeModelServer,
  wordsOf,
} from '#test/support/fakes/fake-model-server.ts'
import { scenarios } from '#test/support/files/upstream-fixtures.ts'
import { eventually, randomId } from '#test/support/world/world.ts'
import { encoded, payOnBase } from '#test/support/world/x402-payment.ts'
import { openPaidWorld, type PaidWorld } from '#test/support/world/x402-world.ts'

const PATH = '/api/v1/run'
const SLUG = 'router-proposal'
/** No rule of ours finds an outcome for it; a model may: the SHA-1 of the input. */
const ODD = { goal: 'please frobnicate it', input: 'a tulip on the dyke' }
/** Our rules plan json-repair, then hash-text. */
const CHAIN = { goal: 'repair this json and give me its sha256', input: '{a: 1' }

type Input = { field: string; from: string; value: string }
const step = (slug: string, ...inputs: Input[]) => ({ slug, inputs })
const says = (...steps: ReturnType<typeof step>[]) => modelScenarios.says({ steps, missing: [], unmet: [] })
const SHA1 = says(step('hash-text', { field: 'algorithm', from: 'choice', value: 'sha1' }))

describe('a goal where a text model is configured', () => {
  let models: FakeModelServer
  let world: PaidWorld
  beforeAll(async () => {
    models = await startFakeModelServer()
    const { LLM_BASE_URL = '', LLM_MODEL = '' } = models.models()
    world = await openPaidWorld({
      backend: 'postgres',
      pools: ['router-workflow', 'settlement-watch'],
      env: { LLM_BASE_URL, LLM_MODEL },
      limits: { proposal: 4 },
    })
  })
  afterEach(() => models.reset())
  afterAll(async () => {
    await world.balanced()
    await world.close()
    await models.close()
  })
  const run = (body: unknown, headers: Record<string, string> = {}) => world.request('POST', PATH, { body, headers })
  const keyHeader = async (cents = 200) => ({ 'x-service-key': (await world.key(cents)).key })
  const questions = () => models.count('/v1/chat/completions')

  test('that our rules refuse is planned and run by the model, which is asked once for a dry run and the run', async () => {
    models.chat(SHA1)
    const headers = await keyHeader()
    const dry = await run({ ...ODD, dry_run: true }, headers)
    expect(dry, dry.text).toMatchObject({
      status: 200,
      body: {
        planned_by: 'model',
        plan: [{ n: 1, slug: 'hash-text', inputs: { algorithm: 'sha1', text: '$input' } }],
        list_price_cents: 1,
        charged_cents: 0,
      },
    })
    const paid = await run(ODD, headers)
    expect(paid, paid.text).toMatchObject({
      status: 200,
      body: {
        result: {
          planned_by: 'model',
          plan: dry.body['plan'],
          result: { hex: '20b69201b7a61b0f9391dbc3817eda618f1a6144' },
        },
        charge: { cents: 1, balance_cents: 199 },
      },
    })
    expect(questions()).toBe(1)
    const [asked] = models.questions()
    const words = asked === undefined ? '' : wordsOf(asked)
    expect(words).toContain(ODD.goal)
    expect(words).not.toContain('tulip')
  })

  test('is planned by our rules alone, and no model asked, for whoever could not pay for the run', async () => {
    models.chat(SHA1)
    const claimed = await world.request('POST', '/api/v1/outcomes/balance/trial/claim', { body: {} })
    const revoked = await world.key(200)
    await world.sql(`update service_key set status = 'revoked' where key_id = $1`, [revoked.keyId])
    for (const headers of [
      {},
      { 'x-service-key': String(claimed.body['key']) },
      { 'x-service-key': revoked.key },
      { 'x-service-key': `${revoked.key}x` },
      { 'x-day-pass': (await world.pass('week')).passToken },
      await keyHeader(98),
    ]) {
      expect(await run({ ...ODD, dry_run: true }, headers)).toMatchObject({ status: 422, body: { code: 'no_plan' } })
      if (Object.keys(headers).length === 0) expect((await run(ODD)).status).toBe(402)
    }
    expect(await run({ ...CHAIN, dry_run: true })).toMatchObject({ body: { planned_by: 'rules' } })
    expect(questions()).toBe(0)
  })

  test('paid by x402 is asked of the model with the payment, not before and not for one that is no good', async () => {
    models.chat(SHA1)
    const unpaid = await run(ODD)
    expect(unpaid.status).toBe(402)
    const bad = payOnBase(unpaid, { value: '1' })
    expect(await run(ODD, { 'payment-signature': encoded(bad) })).toMatchObject({ body: { code: 'no_plan' } })
    world.chain.set('verify', 'refuses', { times: 1 })
    expect(await run(ODD, { 'payment-signature': encoded(payOnBase(unpaid)) })).toMatchObject({
      body: { code: 'no_plan' },
    })
    expect(questions()).toBe(0)
    const payment = { 'payment-signature': encoded(payOnBase(unpaid)) }
    const paid = await run(ODD, payment)
    expect(paid, paid.text).toMatchObject({
      status: 200,
      body: { result: { planned_by: 'model' }, charge: { cents: 1, paid_with: 'x402' }, credit: { cents: 98 } },
    })
    expect(questions()).toBe(1)
    const settles = world.chain.times('settle')
    expect((await run(ODD, payment)).body['result']).toEqual(paid.body['result'])
    expect(world.chain.times('settle')).toBe(settles)
    expect(questions()).toBe(1)
  })

  test('is answered again by its Idempotency-Key also when nobody would plan it any more', async () => {
    models.chat(SHA1)
    const headers = { ...(await keyHeader()), 'idempotency-key': randomId() }
    const paid = await run(ODD, headers)
    expect(paid).toMatchObject({ status: 200, body: { charge: { cents: 1 } } })
    await world.sql(`update call set idem = null where slug = $1 and finished_at is not null`, [SLUG])
    models.chat(scenarios.reply(401, { error: { message: 'no' } }))
    const again = await run(ODD, headers)
    expect(again.headers.get('idempotency-replayed')).toBe('true')
    expect(again.body).toMatchObject({ result: paid.body['result'], charge: { cents: 1, balance_cents: 199 } })
    expect(await run({ ...ODD, input: 'other' }, headers)).toMatchObject({
      status: 422,
      body: { code: 'idempotency_key_reused' },
    })
  })

  test.each([
    ['writes', '{a: 1', [step('notepad-save', { field: 'content', from: 'input', value: '' })]],
    ['calls what is no outcome', '{a: 12', [step('wire-transfer')]],
    [
      'brings an address of its own',
      '{a: 123',
      [step('http-headers', { field: 'url', from: 'words', value: 'https://evil.example/' })],
    ],
    [
      'goes in a circle',
      '{a: 1234',
      [
        step('json-repair', { field: 'text', from: 'step', value: '2.json' }),
        step('hash-text', { field: 'text', from: 'step', value: '1.json' }),
      ],
    ],
    ['is beyond the limit', '{a: 12345', Array.from({ length: 7 }, () => step('hash-text'))],
  ])('is planned by our rules if a proposal %s', async (_, input, steps) => {
    models.chat(says(...steps))
    const dry = await run({ ...CHAIN, input, dry_run: true }, await keyHeader())
    expect(dry).toMatchObject({
      status: 200,
      body: { planned_by: 'rules', plan: [{ slug: 'json-repair' }, { slug: 'hash-text' }] },
    })
    expect(questions()).toBe(1)
  })

  test('is refused before it runs if the policy of the key denies a step that the model proposes', async () => {
    models.chat(SHA1)
    const { key, keyId } = await world.key(200)
    await world.sql(`update service_key set deny_slugs = '{hash-text}' where key_id = $1`, [keyId])
    expect(await run(ODD, { 'x-service-key': key })).toMatchObject({ status: 402, body: { code: 'policy_slug' } })
  })

  test('is planned by our rules once the limit of questions of a key is spent', async () => {
    models.chat(SHA1)
    const headers = await keyHeader()
    const planned = []
    for (const input of ['a', 'bc', 'def', 'ghij', 'klmno'])
      planned.push((await run({ goal: 'sha256 of this text', input, dry_run: true }, headers)).body['planned_by'])
    expect(planned).toEqual(['model', 'model', 'model', 'model', 'rules'])
    expect(questions()).toBe(4)
  })

  test('is planned by our rules while the model is down, and asked of it again after', async () => {
    models.chat(scenarios.reply(401, { error: { message: 'no' } }), SHA1)
    const headers = await keyHeader()
    expect(await run({ ...ODD, dry_run: true }, headers)).toMatchObject({ status: 422, body: { code: 'no_plan' } })
    expect(await run({ ...ODD, dry_run: true }, headers)).toMatchObject({ body: { planned_by: 'model' } })
  })

  test('is planned by our rules while the question rests, because it ended its workers', async () => {
    models.chat(SHA1)
    await world.sql(
      `insert into outcome_pause (slug, strikes, paused_until) values ($1, 1, now() + interval '1 hour')`,
      [SLUG],
    )
    // The pools are sampled a few times a second; each key asks anew.
    const plannedBy = async () => {
      const dry = await run({ goal: 'sha256 of this text', input: 'x', dry_run: true }, await keyHeader())
      return dry.body['planned_by']
    }
    await eventually(async () => (await plannedBy()) === 'rules')
    const before = questions()
    expect(await plannedBy()).toBe('rules')
    expect(questions()).toBe(before)
    await world.sql(`delete from outcome_pause where slug = $1`, [SLUG])
  })

  test('stands sealed in the call that asks, which costs nothing and which nobody else may make', async () => {
    const rows = await world.sql<{ payer: string; price: number; input: string | null; result: string | null }>(
      `select payer, price::int as price, input, result from call where slug = $1`,
      [SLUG],
    )
    expect(rows.length).toBeGreaterThan(5)
    for (const { payer, price, input, result } of rows) {
      expect({ payer, price, input }).toEqual({ payer: 'free', price: 0, input: null })
      if (result !== null) expect(JSON.parse(result)).toMatchObject({ steps: expect.stringMatching(/^sealed:v1:/) })
    }
    expect((await world.request('POST', `/api/v1/outcomes/${SLUG}`, { body: {} })).status).toBe(404)
    expect((await world.request('GET', '/api/v1/outcomes/meta')).text).not.toContain(SLUG)
  })
})
