import { uuidv7 } from 'uuidv7'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { acceptPass, type PassCall } from '#shared/calls/accept-pass.ts'
import { finishCalls } from '#shared/calls/finish.ts'
import { startCalls } from '#shared/calls/start.ts'
import { audit } from '#shared/money/audit/audit.ts'
import { grantPass } from '#shared/money/passes/grant-pass.ts'
import { readPass } from '#shared/money/passes/read-pass.ts'

import { FORM_PAYMENT } from '#test/support/files/form-payment.ts'
import { openWorld, type World } from '#test/support/world/world.ts'

const STATUS = '/api/v1/outcomes/balance/status'

let world: World
beforeAll(async () => {
  world = await openWorld({ backend: 'postgres' })
  await world.ready()
})
afterAll(() => world.close())

const passCall = (token: string, more: Partial<PassCall> = {}): PassCall => ({
  callId: uuidv7(),
  slug: 'hash-text',
  pool: 'outcome',
  priceMicroUsdc: 0n,
  timeoutMs: 60_000,
  input: '{}',
  inputDigest: Buffer.alloc(32),
  idem: null,
  passId: world.mint.parse(token)?.id ?? '',
  passHmac: world.mint.fingerprint(token),
  inGuards: true,
  isPassable: true,
  dear: 0,
  featured: false,
  ...more,
})
const accept = async (token: string, more: Partial<PassCall> = {}) => {
  const call = passCall(token, more)
  const [answer] = await acceptPass(world.db.pg, [call], 'nobody')
  return { callId: call.callId, answer }
}
const finish = async (callIds: string[]) => {
  const started = await startCalls(world.db.pg, callIds)
  await finishCalls(
    world.db.pg,
    started.map(({ callId, attempt }) => ({ callId, attempt, runMs: 1, result: '{}' })),
  )
}

describe('granting a pass', () => {
  test('starts it now, for 24, 168 or 720 hours, with its scope; twice makes two', async () => {
    for (const [kind, type, scope, hours] of [
      ['day', 'dp', 'guards', 24],
      ['week', 'wp', 'all', 168],
      ['month', 'mp', 'all', 720],
    ] as const) {
      const [one, other] = [
        await grantPass(world.db.pg, world.mint, kind),
        await grantPass(world.db.pg, world.mint, kind),
      ]
      expect(one.passId).not.toBe(other.passId)
      expect(one).toMatchObject({ kind, scope, passToken: expect.stringMatching(`^fb_test_${type}_`) as string })
      const status = await readPass(world.db.pg, world.mint, one.passToken)
      expect(status).toMatchObject({ pass_id: one.passId, kind, scope, status: 'valid', valid_until: one.validUntil })
      expect(Date.parse(status?.valid_until ?? '') - Date.parse(status?.valid_from ?? '')).toBe(hours * 3_600_000)
    }
  })
})

describe('the status of a pass', () => {
  test('says what is left of its fair use', async () => {
    const { passToken, passId } = await world.pass('week')
    await Promise.all([
      accept(passToken),
      accept(passToken, { dear: 1 }),
      accept(passToken, { featured: true, dear: 1 }),
    ])
    const { status, body } = await world.request('GET', STATUS, { headers: { 'x-day-pass': passToken } })
    expect(status).toBe(200)
    expect(body).toMatchObject({
      ok: true,
      pass_id: passId,
      kind: 'week',
      scope: 'all',
      status: 'valid',
      header_name: 'X-Day-Pass',
      fair_use: {
        calls_per_minute: 60,
        calls_at_once: 5,
        calls_at_once_left: 2,
        dear_calls_per_day: 20,
        dear_calls_left_today: 18,
        featured_slots_left: 0,
      },
    })
    expect((await world.request('POST', STATUS, { body: {}, headers: { 'x-day-pass': passToken } })).body).toEqual(body)
  })

  test('stands beside the status of a key when both are sent', async () => {
    const { passToken, passId } = await world.pass('day')
    const { key, keyId } = await world.key(5)
    const { body } = await world.request('GET', STATUS, { headers: { 'x-day-pass': passToken, 'x-service-key': key } })
    expect(body).toMatchObject({ key_id: keyId, balance_cents: 5, pass: { pass_id: passId, scope: 'guards' } })
  })

  test('is 401 for a wrong or revoked pass, and says so of an expired one', async () => {
    const { passToken, passId } = await world.pass('day')
    const { key } = await world.key(5)
    const ask = (token: string, more: Record<string, string> = {}) =>
      world.request('GET', STATUS, { headers: { 'x-day-pass': token, ...more } })
    for (const token of ['x', passToken.slice(0, -1), world.mint.issue('dp', 'abcdefghijkl'), key]) {
      const answer = await ask(token)
      expect([answer.status, answer.body['code']]).toEqual([401, 'invalid_pass'])
      expect(answer.headers.get('www-authenticate')).toBeTruthy()
      expect((await ask(token, { 'x-service-key': key })).status).toBe(401)
    }
    await world.sql(`update pass set valid_until = now() where pass_id = $1`, [passId])
    expect((await ask(passToken)).body).toMatchObject({ ok: true, status: 'expired' })
    await world.sql(`update pass set status = 'revoked' where pass_id = $1`, [passId])
    expect((await ask(passToken)).status).toBe(401)
  })
})

describe('the scope of a pass', () => {
  const outside = { slug: 'hmac-verify', input: { payload: 'a', signature: 'b', secret: 'c' } }

  test('of a day is the guards: elsewhere it is a 402 by itself, and steps aside for a key', async () => {
    const { passToken, passId } = await world.pass('day')
    const { key } = await world.key(5)
    const call = (slug: string, input: unknown, headers: Record<string, string> = {}) =>
      world.call(slug, input, { 'x-day-pass': passToken, ...headers })
    expect(await call('hash-text', { text: 'a' })).toMatchObject({
      status: 200,
      body: { charge: { paid_with: 'pass' } },
    })
    expect(await call(outside.slug, outside.input)).toMatchObject({
      status: 402,
      body: { code: 'pass_scope', charged_cents: 0 },
    })
    expect(await call(outside.slug, outside.input, { 'x-service-key': key })).toMatchObject({
      status: 200,
      body: { charge: { paid_with: 'prepaid_key', cents: 1, balance_cents: 4 } },
    })
    const calls = await world.sql(`select slug from call c join pass p on p.id = c.pass_id where p.pass_id = $1`, [
      passId,
    ])
    expect(calls).toEqual([{ slug: 'hash-text' }])
  })

  test('of a week is every outcome', async () => {
    const { passToken } = await world.pass('week')
    expect(await world.call(outside.slug, outside.input, { 'x-day-pass': passToken })).toMatchObject({
      status: 200,
      body: { charge: { paid_with: 'pass', cents: 0 } },
    })
  })
})

describe('a pass under load', () => {
  test('covers 5 of 100 calls at once, and the next when one has ended', async () => {
    const { passToken } = await world.pass('day')
    const calls = await Promise.all(Array.from({ length: 100 }, () => accept(passToken)))
    const open = calls.filter(({ answer }) => answer?.kind === 'accepted').map(({ callId }) => callId)
    expect(open).toHaveLength(5)
    expect(calls.filter(({ answer }) => answer?.kind === 'refused' && answer.code === 'pass_fair_use')).toHaveLength(95)
    await finish(open.slice(0, 2))
    const next = await Promise.all(Array.from({ length: 10 }, () => accept(passToken)))
    expect(next.filter(({ answer }) => answer?.kind === 'accepted')).toHaveLength(2)
  })

  test('has its featured slot again when the call of it failed, and not when it succeeded', async () => {
    const { passToken } = await world.pass('month')
    const call = () => accept(passToken, { slug: 'featured-agent-slot', featured: true, dear: 1 })
    const failed = await call()
    expect((await call()).answer).toMatchObject({ kind: 'refused', code: 'pass_fair_use' })
    const [started] = await startCalls(world.db.pg, [failed.callId])
    const refusal = { code: 'slots_full', error: 'All featured slots are taken.' } as const
    await finishCalls(world.db.pg, [{ callId: failed.callId, attempt: started?.attempt ?? 0, runMs: 1, refusal }])
    const second = await call()
    expect(second.answer).toMatchObject({ kind: 'accepted' })
    await finish([second.callId])
    expect((await call()).answer).toMatchObject({ kind: 'refused', code: 'pass_fair_use' })
  })

  test('covers 20 dear calls a day and one featured slot, whatever runs beside', async () => {
    const { passToken } = await world.pass('month')
    let dear = 0
    let featured = 0
    for (let round = 0; round < 8; round += 1) {
      const calls = await Promise.all(
        Array.from({ length: 6 }, async (_, index) => ({
          ...(await accept(passToken, { dear: index > 0 ? 1 : 0, featured: index === 5 })),
          isDear: index > 0,
          isFeatured: index === 5,
        })),
      )
      const open = calls.filter(({ answer }) => answer?.kind === 'accepted')
      dear += open.filter(({ isDear }) => isDear).length
      featured += open.filter(({ isFeatured }) => isFeatured).length
      await finish(open.map(({ callId }) => callId))
    }
    expect(dear).toBe(20)
    expect(featured).toBeLessThanOrEqual(1)
    expect((await accept(passToken)).answer?.kind).toBe('accepted')
  })

  test('ends by the clock of the database', async () => {
    const { passToken, passId } = await world.pass('day')
    await world.sql(`update pass set valid_until = now() + interval '1 hour' where pass_id = $1`, [passId])
    expect((await accept(passToken)).answer?.kind).toBe('accepted')
    await world.sql(`update pass set valid_until = now() where pass_id = $1`, [passId])
    expect((await accept(passToken)).answer).toMatchObject({ kind: 'refused', code: 'pass_expired' })
  })
})

describe('buying a pass', () => {
  test.each([
    ['day-pass', 50],
    ['week-pass', 249],
    ['month-pass', 799],
  ] as const)('unpaid, %s is a 402 of %i cents', async (slug, cents) => {
    for (const body of [undefined, {}, '{"broken']) {
      const answer = await world.request('POST', `/api/v1/outcomes/${slug}`, body === undefined ? {} : { body })
      expect(answer.status).toBe(402)
      expect(answer.body).toMatchObject({ ok: false, x402Version: 2, code: 'payment_required', price_cents: cents })
      // Safe: a 402 of ours.
      const { accepts, alternatives } = answer.body as {
        accepts: unknown[]
        alternatives: { path: string }[]
      }
      expect(accepts).toEqual([])
      expect(alternatives.map(({ path }) => path)).not.toContain(`/api/v1/outcomes/${slug}`)
    }
    const paid = await world.request('POST', `/api/v1/outcomes/${slug}`, {
      headers: { 'payment-signature': FORM_PAYMENT },
    })
    expect([paid.status, paid.body['code'], paid.body['charged_cents']]).toEqual([503, 'payments_not_ready', 0])
    expect((await world.request('GET', `/api/v1/outcomes/${slug}`)).status).toBe(405)
  })
})

test('after all these passes the ledger is whole', async () => {
  expect((await audit(world.db.pg)).filter(({ ok }) => !ok)).toEqual([])
})
