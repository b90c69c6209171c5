import { Client } from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'

import { audit } from '#shared/money/audit/audit.ts'

import { openWorld, type World, PAYABLE } from '#test/support/world/world.ts'

const BALANCE = '/api/v1/outcomes/balance'

let world: World
beforeAll(async () => {
  world = await openWorld({ backend: 'postgres', env: PAYABLE })
  await world.ready()
})
afterAll(async () => {
  expect((await audit(world.db.pg)).filter(({ ok }) => !ok)).toEqual([])
  await world.close()
})
afterEach(() => vi.restoreAllMocks())

const hello = (headers: Record<string, string>) => world.call('hash-text', { text: 'hello' }, headers)

const PLACES: [string, (key: string) => Record<string, string>][] = [
  ['X-Service-Key', (key) => ({ 'x-service-key': key })],
  ['Authorization: Bearer', (key) => ({ authorization: `Bearer ${key}` })],
  ['X-API-Key', (key) => ({ 'x-api-key': key })],
  ['all three', (key) => ({ 'x-service-key': key, authorization: `Bearer ${key}`, 'x-api-key': key })],
  ['X-API-Key beside an account', (key) => ({ 'x-api-key': key, authorization: 'Bearer fb_test_ss_0' })],
]

describe.each(PLACES)('a service key in %s', (_, headers) => {
  test('pays, and reads the call', async () => {
    const { key } = await world.key(5)
    const answer = await hello(headers(key))
    expect(answer).toMatchObject({ status: 200, body: { charge: { paid_with: 'prepaid_key', balance_cents: 4 } } })
    const read = await world.request('GET', `/api/v1/calls/${String(answer.body['call_id'])}`, {
      headers: headers(key),
    })
    expect(read).toMatchObject({ status: 200, body: { ok: true } })
  })

  test('is the key of balance/*', async () => {
    const { key, keyId } = await world.key(5)
    const status = await world.request('GET', `${BALANCE}/status`, { headers: headers(key) })
    expect(status).toMatchObject({ status: 200, body: { key_id: keyId, balance_cents: 5 } })
    const policy = await world.request('POST', `${BALANCE}/policy`, {
      headers: headers(key),
      body: { daily_cents: 3 },
    })
    expect(policy).toMatchObject({ status: 200, body: { key_id: keyId, policy: { daily_cents: 3 } } })
    const topUp = await world.request('POST', `${BALANCE}/topup`, {
      headers: headers(key),
      body: { amount_cents: 200 },
    })
    expect(topUp).toMatchObject({ status: 402, body: { price_cents: 200 } })
    const revoked = await world.request('POST', `${BALANCE}/revoke`, { headers: headers(key), body: { confirm: true } })
    expect(revoked).toMatchObject({ status: 200, body: { revoked: true, key_id: keyId } })
  })

  test('is looked up once', async () => {
    const { key, keyId } = await world.key(5)
    await hello(headers(key))
    const asked = vi.spyOn(Client.prototype, 'query')
    expect((await hello(headers(key))).status).toBe(200)
    const lookUps = asked.mock.calls.filter(([query]) => JSON.stringify(query).includes(keyId))
    expect(lookUps).toHaveLength(1)
  })
})

test('two different keys are refused, and neither pays', async () => {
  const [one, other] = [await world.key(5), await world.key(5)]
  const headers = { 'x-service-key': one.key, authorization: `Bearer ${other.key}` }
  const refused = { status: 400, body: { code: 'bad_request', charged_cents: 0 } }
  expect(await hello(headers)).toMatchObject(refused)
  expect(await world.request('GET', `${BALANCE}/status`, { headers })).toMatchObject(refused)
  for (const { key } of [one, other]) {
    const status = await world.request('GET', `${BALANCE}/status`, { headers: { 'x-service-key': key } })
    expect(status.body).toMatchObject({ balance_cents: 5 })
  }
})

test('account credentials and other schemes pay nothing: the answer is the plain 402', async () => {
  for (const headers of [
    { authorization: 'Bearer fb_test_ss_0' },
    { authorization: 'Basic eyJ9' },
    { 'x-api-key': 'fb_test_ak_0' },
  ]) {
    expect(await hello(headers)).toMatchObject({ status: 402, body: { code: 'payment_required' } })
  }
})

test('a mistyped key is told so wherever it stands', async () => {
  for (const place of ['x-api-key', 'authorization']) {
    const answer = await hello({ [place]: 'fb_test_sk_mistyped' })
    expect(answer).toMatchObject({ status: 402, body: { code: 'invalid_service_key', accepts: [{}, {}] } })
  }
})

test('a pass in the place of a key is recognised, and its sender told where it belongs', async () => {
  const { passToken } = await world.pass('week')
  for (const headers of [
    { 'x-service-key': passToken },
    { authorization: `Bearer ${passToken}` },
    { 'x-api-key': passToken },
  ]) {
    const call = await hello(headers)
    expect(call).toMatchObject({
      status: 402,
      body: { code: 'invalid_service_key', fix: { action: expect.stringContaining('X-Day-Pass') } },
    })
    expect(call.text).not.toContain(passToken)
    const status = await world.request('GET', `${BALANCE}/status`, { headers })
    expect(status).toMatchObject({ status: 401, body: { error: expect.stringContaining('This is a pass') } })
  }
  expect((await hello({ 'x-day-pass': passToken, authorization: `Bearer ${passToken}` })).status).toBe(200)
})
