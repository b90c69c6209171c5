import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { bundles } from '#shared/catalog/bundles.ts'
import { catalog } from '#shared/catalog/catalog.ts'

import { eventually, randomId, type World } from '#test/support/world/world.ts'
import { openPaidWorld, type PaidWorld } from '#test/support/world/x402-world.ts'

const PATH = '/api/v1/outcomes/bundles/data-hygiene-kit'
const SLUG = 'bundles/data-hygiene-kit'
const MEMBERS = bundles.find(({ id }) => id === 'data-hygiene-kit')?.slugs ?? []

/** A body that works: every member's own example, changed where told. */
const bodyOf = (changes: Record<string, unknown> = {}) => ({
  inputs: Object.fromEntries(MEMBERS.map((slug) => [slug, catalog.get(slug)?.outcome.example.input])),
  ...changes,
})
const inputsWith = (slug: string, input: unknown) => bodyOf({ inputs: { ...bodyOf().inputs, [slug]: input } })

const walletOf = async (sql: World['sql'], keyId: string) => {
  const [row] = await sql<{ posted: number; held: number }>(
    `select a.posted::int as posted, a.held::int as held from account a join service_key k on k.account_id = a.id where k.key_id = $1`,
    [keyId],
  )
  return row
}

describe('a bundle', () => {
  let world: PaidWorld
  beforeAll(async () => {
    world = await openPaidWorld({ backend: 'postgres', pools: ['router-workflow', 'settlement-watch'] })
  })
  afterAll(async () => {
    await world.balanced()
    await world.close()
  })

  test('answers with every result by slug, for one price', async () => {
    const { key, keyId } = await world.key(20)
    const { status, body } = await world.call(SLUG, bodyOf(), { 'x-service-key': key })
    expect(status).toBe(200)
    expect(body).toMatchObject({ resource: PATH, total_usdc: '0.07', charge: { cents: 7, balance_cents: 13 } })
    // Safe: held against the OpenAPI document by the client.
    const { results } = body['result'] as { results: Record<string, unknown> }
    expect(results).toEqual(
      Object.fromEntries(MEMBERS.map((slug) => [slug, catalog.get(slug)?.outcome.example.output])),
    )
    // Safe: as above.
    const steps = body['steps'] as { step: string; state: string }[]
    expect(new Set(steps.map(({ step, state }) => `${step} ${state}`))).toEqual(
      new Set(MEMBERS.map((slug) => `${slug} done`)),
    )
    expect(await walletOf(world.sql, keyId)).toEqual({ posted: 130_000, held: 0 })
  })

  test('is answered again by its Idempotency-Key, for nothing', async () => {
    const { key, keyId } = await world.key(20)
    const headers = { 'x-service-key': key, 'idempotency-key': randomId() }
    const first = await world.call(SLUG, bodyOf(), headers)
    const again = await world.call(SLUG, bodyOf(), headers)
    expect(again.headers.get('idempotency-replayed')).toBe('true')
    expect(again.body['result']).toEqual(first.body['result'])
    expect(again.body['call_id']).toBe(first.body['call_id'])
    expect(await walletOf(world.sql, keyId)).toEqual({ posted: 130_000, held: 0 })
    const other = await world.call(SLUG, inputsWith('json-repair', { text: '[1' }), headers)
    expect(other).toMatchObject({ status: 422, body: { code: 'idempotency_key_reused' } })
  })

  test('one member that fails costs nothing and shows no result', async () => {
    const { key, keyId } = await world.key(20)
    // JSON of which nothing can be made is refused by json-repair only when it runs.
    const failed = await world.call(SLUG, inputsWith('json-repair', { text: 'no json here at all' }), {
      'x-service-key': key,
    })
    expect(failed.status).toBe(422)
    expect(failed.body).toMatchObject({ ok: false, charged_cents: 0, error: expect.stringMatching(/^json-repair: /) })
    expect(failed.text).not.toContain('"results"')
    expect(await walletOf(world.sql, keyId)).toEqual({ posted: 200_000, held: 0 })
    const call = await world.request('GET', `/api/v1/calls/${String(failed.body['call_id'])}`, {
      headers: { 'x-service-key': key },
    })
    expect(call.text).not.toContain('"results"')
  })

  test('every wrong field is named by its path before any money moves, and no secret is sent back', async () => {
    const { key, keyId } = await world.key(20)
    const { 'csv-clean': _, ...rest } = bodyOf().inputs
    const secret = `whsec_${randomId()}`
    const wrong = {
      inputs: { ...rest, 'json-schema-diff': { old_schema: 1, new_schema: {} }, 'webhook-normalize': { secret } },
    }
    const { status, body, text } = await world.call(SLUG, wrong, { 'x-service-key': key })
    expect(status).toBe(422)
    // Safe: HTTPValidationError, held against the document.
    const locs = (body['detail'] as { loc: string[] }[]).map(({ loc }) => loc.join('.'))
    expect(locs).toEqual(expect.arrayContaining(['body.inputs.csv-clean', 'body.inputs.json-schema-diff.old_schema']))
    expect(text).not.toContain(secret)
    expect(await walletOf(world.sql, keyId)).toEqual({ posted: 200_000, held: 0 })
    expect((await world.call(SLUG, {}, { 'x-service-key': key })).status).toBe(422)
  })

  test('what a member declares secret stands sealed in the database and in no step', async () => {
    const { key, keyId } = await world.key(20)
    const secret = `whsec_${randomId()}`
    const webhook = { ...Object(bodyOf().inputs['webhook-normalize']), secret }
    const { body } = await world.call(SLUG, inputsWith('webhook-normalize', webhook), {
      'x-service-key': key,
      prefer: 'respond-async',
    })
    const stored = async () =>
      JSON.stringify(
        await world.sql(
          `select c.input, c.result, c.state, (select json_agg(s) from call_step s where s.call_id = c.id) as steps
          from call c join service_key k on k.id = c.service_key_id where k.key_id = $1`,
          [keyId],
        ),
      )
    expect(await stored()).not.toContain(secret)
    await eventually(async () => (await stored()).includes('captured'))
    expect(await stored()).not.toContain(secret)
    expect(String(body['call_id'])).toMatch(/^call_/)
  })

  test('is offered for payment like an outcome: unpaid 402, over a ceiling, on a trial, by passes', async () => {
    const unpaid = await world.call(SLUG, {})
    expect(unpaid).toMatchObject({ status: 402, body: { price_cents: 7 } })
    expect(JSON.stringify(unpaid.body)).toContain(PATH)
    const { key } = await world.key(20)
    const capped = await world.call(SLUG, bodyOf(), { 'x-service-key': key, 'x-max-cents': '6' })
    expect(capped).toMatchObject({ status: 402, body: { code: 'over_max_cents' } })
    const day = await world.pass('day')
    const covered = await world.call(SLUG, bodyOf(), { 'x-day-pass': day.passToken })
    expect(covered).toMatchObject({ status: 200, body: { charge: { cents: 0, paid_with: 'pass' } } })
    const probe = await world.request('GET', '/api/v1/outcomes/pay-probe/bundles/data-hygiene-kit')
    expect(probe).toMatchObject({ status: 200, body: { price_cents: 7, unpaid_status: 402, settle: 'before' } })
  })

  test('is paid by x402, settled before it runs; one that fails afterwards is credited', async () => {
    const paid = await world.pay(SLUG, bodyOf())
    expect(paid).toMatchObject({
      status: 200,
      body: { charge: { cents: 7, paid_with: 'x402', payment: { settle: 'before', state: 'settled' } } },
    })
    const failed = await world.pay(SLUG, inputsWith('json-repair', { text: 'no json here at all' }))
    expect(failed).toMatchObject({ status: 422, body: { charged_cents: 0, credit: { cents: 7 } } })
    expect(failed.text).not.toContain('"results"')
  })

  test('a policy speaks of its members too', async () => {
    const { key, keyId } = await world.key(20)
    const call = async () => (await world.call(SLUG, bodyOf(), { 'x-service-key': key })).body['code'] ?? 'ok'
    const set = (lists: string) => world.sql(`update service_key set ${lists} where key_id = $1`, [keyId])
    await set(`deny_slugs = '{csv-clean}'`)
    expect(await call()).toBe('policy_slug')
    await set(`deny_slugs = '{}', allow_slugs = '{json-repair,csv-clean}'`)
    expect(await call()).toBe('policy_slug')
    await set(`allow_slugs = '{json-repair,csv-clean,json-schema-diff,webhook-normalize}'`)
    expect(await call()).toBe('ok')
    await set(`allow_slugs = '{${SLUG}}'`)
    expect(await call()).toBe('ok')
  })

  test('what is no bundle, or not yet one, is 404', async () => {
    expect(await world.call('bundles/no-such-kit', {})).toMatchObject({ status: 404, body: { code: 'not_found' } })
    expect(await world.request('GET', PATH)).toMatchObject({ status: 200, body: { slug: SLUG, price_cents: 7 } })
    // Safe: the catalog document is held against OpenAPI.
    const { bundles: listed } = (await world.request('GET', '/api/v1/outcomes/meta')).body as unknown as {
      bundles: { id: string; availability: string; call: { sample_input: unknown } | null; url: string }[]
    }
    for (const { id, availability, call, url } of listed) {
      expect(url).toMatch(new RegExp(`/api/v1/outcomes/bundles/${id}$`))
      expect(call === null).toBe(availability === 'coming')
      const { status } = await world.call(`bundles/${id}`, {})
      expect(status).toBe(availability === 'ready' ? 402 : 404)
    }
  })
})
