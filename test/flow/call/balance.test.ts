import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { acceptKeyed } from '#shared/calls/accept-keyed.ts'
import { finishCalls } from '#shared/calls/finish.ts'
import { releaseUnstarted } from '#shared/calls/release.ts'
import { startCalls } from '#shared/calls/start.ts'
import { audit } from '#shared/money/audit/audit.ts'
import { credentialMint } from '#shared/money/credentials.ts'
import { findKey, type KnownKey } from '#shared/money/prepaid/find-key.ts'
import { forfeitKey, forfeitRemainders } from '#shared/money/prepaid/forfeit-key.ts'
import { grantKey } from '#shared/money/prepaid/grant-key.ts'
import { readBalance } from '#shared/money/prepaid/read-balance.ts'
import { rotateKey } from '#shared/money/prepaid/rotate-key.ts'
import { setPolicy } from '#shared/money/prepaid/set-policy.ts'

import { keyedCall } from '#test/support/world/keyed-call.ts'
import { FORM_PAYMENT } from '#test/support/files/form-payment.ts'
import { eventually, openWorld, randomId, type World } from '#test/support/world/world.ts'

const BALANCE = '/api/v1/outcomes/balance'

let world: World
beforeAll(async () => {
  world = await openWorld({ backend: 'postgres' })
  await world.ready()
})
afterAll(() => world.close())

const known = async (key: string): Promise<KnownKey> => {
  const found = await findKey(world.db.pg, world.mint, key)
  if (found === null) throw new Error('this key is not known')
  return found
}
const balance = async (key: string) => readBalance(world.db.pg, await known(key))
const post = (route: string, key: string, body: unknown = {}, headers: Record<string, string> = {}) =>
  world.request('POST', `${BALANCE}/${route}`, { body, headers: { 'x-service-key': key, ...headers } })
const status = (key: string) => world.request('GET', `${BALANCE}/status`, { headers: { 'x-service-key': key } })
const accept = async (key: string, cents: number) => {
  const call = keyedCall(world.mint, key, cents)
  const [answer] = await acceptKeyed(world.db.pg, [call], 'nobody')
  return { callId: call.callId, answer }
}
const finish = async (callIds: string[], ok: boolean) => {
  const started = await startCalls(world.db.pg, callIds)
  await finishCalls(
    world.db.pg,
    started.map(({ callId, attempt }) =>
      ok
        ? { callId, attempt, runMs: 1, result: '{}' }
        : { callId, attempt, runMs: 1, refusal: { code: 'upstream_unavailable', error: 'x' } },
    ),
  )
}

describe('granting a key', () => {
  test('funds a wallet from the operator, and twice makes two', async () => {
    const [one, other] = [await grantKey(world.db.pg, world.mint, 25), await grantKey(world.db.pg, world.mint, 25)]
    expect(one.keyId).not.toBe(other.keyId)
    expect(await balance(one.key)).toMatchObject({
      kind: 'prepaid',
      status: 'active',
      balance_cents: 25,
      granted_cents: 25,
      spent_cents: 0,
    })
  })

  test('keeps nothing of the secret', async () => {
    const { key } = await grantKey(world.db.pg, world.mint, 5)
    const rows = await world.sql(`select k::text as row from service_key k`)
    expect(JSON.stringify(rows)).not.toContain(key.slice(22, 54))
  })
})

describe('balance/status', () => {
  test('shows balance, holds, policy and what the last calls cost, by GET and by POST', async () => {
    const { key, keyId } = await world.key(20)
    const paid = await world.call('hash-text', { text: 'hello' }, { 'x-service-key': key })
    await world.call('test-upstream-down', {}, { 'x-service-key': key })
    const { callId } = await accept(key, 3)
    const { body, headers, status: code } = await status(key)
    expect(code).toBe(200)
    expect(headers.get('cache-control')).toBe('no-store')
    expect(body).toMatchObject({
      ok: true,
      key_id: keyId,
      kind: 'prepaid',
      status: 'active',
      balance_cents: 16,
      held_cents: 3,
      granted_cents: 20,
      spent_cents: 1,
      spent_today_cents: 4,
      expires_at: null,
      max_price_cents: null,
      refill_due: false,
      topup_url: `${world.config.publicBaseUrl}${BALANCE}/topup`,
      policy: {
        max_cents_per_call: null,
        daily_cents: null,
        monthly_cents: null,
        allow_slugs: null,
        deny_slugs: null,
        auto_refill: null,
      },
    })
    expect(body['recent']).toMatchObject([
      { state: 'held', price_cents: 3, charged_cents: 0 },
      { slug: 'test-upstream-down', state: 'released', price_cents: 5, charged_cents: 0 },
      { call_id: paid.body['call_id'], slug: 'hash-text', state: 'captured', price_cents: 1, charged_cents: 1 },
    ])
    expect((await post('status', key)).body).toEqual(body)
    await releaseUnstarted(world.db.pg, callId)
  })

  test('lists the last 20 charges only, and says when the key is empty', async () => {
    const { key } = await world.key(21)
    const calls = await Promise.all(Array.from({ length: 21 }, () => accept(key, 1)))
    await finish(
      calls.map(({ callId }) => callId),
      true,
    )
    const { body } = await status(key)
    expect(body).toMatchObject({ status: 'empty', balance_cents: 0, spent_cents: 21 })
    expect(body['recent']).toHaveLength(20)
  })

  test('answers 401 with WWW-Authenticate for every kind of bad key', async () => {
    const { key } = await world.key(5)
    const live = credentialMint(world.config.SERVER_SECRET, 'live').issue('sk', 'abcdefghijkl')
    const { passToken } = await world.pass('day')
    const bad = {
      garbage: 'x',
      mistyped: `${key.slice(0, -1)}${key.endsWith('0') ? '1' : '0'}`,
      'of nobody': world.mint.issue('sk', 'abcdefghijkl'),
      'of another environment': live,
      'a pass': passToken,
    }
    for (const [what, credential] of Object.entries(bad)) {
      for (const [method, route] of [
        ['GET', 'status'],
        ['GET', 'policy'],
        ['POST', 'status'],
        ['POST', 'revoke'],
        ['POST', 'policy'],
      ] as const) {
        const answer = await world.request(method, `${BALANCE}/${route}`, { headers: { 'x-service-key': credential } })
        expect([what, answer.status, answer.body['code']]).toEqual([what, 401, 'invalid_service_key'])
        expect(answer.headers.get('www-authenticate')).toMatch(/^Bearer /)
      }
    }
    const missing = await world.request('GET', `${BALANCE}/status`)
    expect([missing.status, missing.body['code']]).toEqual([401, 'unauthorized'])
  })
})

describe('balance/policy', () => {
  test('sets, keeps what is left out, clears with null, and doing it twice changes nothing', async () => {
    const { key, keyId } = await world.key(20)
    const wanted = {
      max_cents_per_call: 5,
      daily_cents: 10,
      allow_slugs: ['hash-text', 'hash-text'],
      auto_refill: { enabled: true, below_cents: 30, amount_cents: 500, max_per_day: 2 },
    }
    const first = await post('policy', key, wanted)
    expect(first.status).toBe(200)
    const policy = { ...wanted, monthly_cents: null, allow_slugs: ['hash-text'], deny_slugs: null }
    expect(first.body).toEqual({ ok: true, key_id: keyId, policy })
    expect((await post('policy', key, wanted)).body).toEqual(first.body)
    expect((await post('policy', key, { daily_cents: null, deny_slugs: ['hash-text'] })).body['policy']).toEqual({
      ...policy,
      daily_cents: null,
      deny_slugs: ['hash-text'],
    })
    const { body } = await world.request('GET', `${BALANCE}/policy`, { headers: { 'x-service-key': key } })
    expect(body['policy']).toMatchObject({ max_cents_per_call: 5, deny_slugs: ['hash-text'] })
    expect((await status(key)).body).toMatchObject({ max_price_cents: 5, refill_due: true })
  })

  test('the answer of the call that takes the balance below the mark says that a refill is due', async () => {
    const { key } = await world.key(11)
    await post('policy', key, { auto_refill: { enabled: true, below_cents: 10, amount_cents: 500, max_per_day: 1 } })
    const charges: unknown[] = []
    for (let nth = 0; nth < 2; nth += 1)
      charges.push((await world.call('hash-text', { text: 'hello' }, { 'x-service-key': key })).body['charge'])
    expect(charges).toEqual([
      { cents: 1, paid_with: 'prepaid_key', balance_cents: 10, state: 'captured' },
      { cents: 1, paid_with: 'prepaid_key', balance_cents: 9, refill_due: true, state: 'captured' },
    ])
  })

  test('refuses unknown slugs, misspelt members and amounts that are none, and changes nothing', async () => {
    const { key } = await world.key(20)
    const unknown = await post('policy', key, { deny_slugs: ['hash-text', 'no-such-slug'] })
    expect(unknown.status).toBe(422)
    expect(unknown.body['detail']).toMatchObject([{ loc: ['body', 'deny_slugs', 1], input: 'no-such-slug' }])
    for (const body of [
      { max_cents_per_cal: 5 },
      { daily_cents: -1 },
      { daily_cents: 1.5 },
      { daily_cents: '5' },
      { auto_refill: { enabled: true } },
      { auto_refill: { enabled: true, below_cents: 5, amount_cents: 99 } },
    ]) {
      expect((await post('policy', key, body)).status, JSON.stringify(body)).toBe(422)
    }
    expect((await balance(key)).policy).toMatchObject({ daily_cents: null, deny_slugs: null, auto_refill: null })
  })

  test('is what calls are held against', async () => {
    const { key } = await world.key(50)
    const refusal = async (policy: Record<string, unknown>) => {
      expect(
        (
          await post('policy', key, {
            max_cents_per_call: null,
            daily_cents: null,
            monthly_cents: null,
            allow_slugs: null,
            deny_slugs: null,
            ...policy,
          })
        ).status,
      ).toBe(200)
      const answer = await world.call('hash-text', { text: 'x' }, { 'x-service-key': key })
      return [answer.status, answer.body['code']]
    }
    expect(await refusal({ max_cents_per_call: 0 })).toEqual([402, 'policy_call_ceiling'])
    expect(await refusal({ daily_cents: 0 })).toEqual([402, 'policy_daily_ceiling'])
    expect(await refusal({ monthly_cents: 0 })).toEqual([402, 'policy_monthly_ceiling'])
    expect(await refusal({ allow_slugs: [] })).toEqual([402, 'policy_slug'])
    expect(await refusal({ deny_slugs: ['hash-text'] })).toEqual([402, 'policy_slug'])
    expect(await refusal({})).toEqual([200, undefined])
  })

  test('holds a daily ceiling to the cent under 50 calls at once, and gives back what was released', async () => {
    const { key } = await world.key(100)
    await setPolicy(world.db.pg, await known(key), { daily_cents: 17 }, () => true)
    const calls = await Promise.all(Array.from({ length: 50 }, () => accept(key, 1)))
    const accepted = calls.filter(({ answer }) => answer?.kind === 'accepted')
    expect(accepted).toHaveLength(17)
    expect(calls.flatMap(({ answer }) => (answer?.kind === 'refused' ? answer.code : []))).toEqual(
      Array.from({ length: 33 }, () => 'policy_daily_ceiling'),
    )
    await finish(
      accepted.slice(0, 2).map(({ callId }) => callId),
      false,
    )
    expect(await balance(key)).toMatchObject({ spent_today_cents: 15, held_cents: 15 })
    expect((await accept(key, 2)).answer?.kind).toBe('accepted')
    expect((await accept(key, 1)).answer?.kind).toBe('refused')
  })

  test('survives a rotation, as do the ceilings already spent', async () => {
    const { key } = await world.key(100)
    await setPolicy(world.db.pg, await known(key), { daily_cents: 5, deny_slugs: ['jwt-decode'] }, () => true)
    await accept(key, 5)
    const next = await rotateKey(world.db.pg, world.mint, await known(key))
    const nextKey = world.mint.issue('sk', next?.keyId ?? '')
    expect((await balance(nextKey)).policy).toMatchObject({ daily_cents: 5, deny_slugs: ['jwt-decode'] })
    expect((await accept(nextKey, 1)).answer).toMatchObject({ kind: 'refused', code: 'policy_daily_ceiling' })
  })
})

describe('rotating a key', () => {
  test('lets the new key read the calls of the old one, and the old key only the calls it paid itself', async () => {
    const first = (await world.key(10)).key
    const pay = async (key: string) =>
      String((await world.call('hash-text', { text: 'hello' }, { 'x-service-key': key })).body['call_id'])
    const read = async (callId: string, key: string) =>
      (await world.request('GET', `/api/v1/calls/${callId}`, { headers: { 'x-service-key': key } })).status
    const byFirst = await pay(first)
    const second = String((await post('revoke', first, { rotate: true })).body['key'])
    const bySecond = await pay(second)
    expect([await read(byFirst, first), await read(bySecond, first)]).toEqual([200, 404])
    expect([await read(byFirst, second), await read(bySecond, second)]).toEqual([200, 200])
    const third = String((await post('revoke', second, { rotate: true })).body['key'])
    const byThird = await pay(third)
    expect([await read(byFirst, second), await read(bySecond, second), await read(byThird, second)]).toEqual([
      404, 200, 404,
    ])
    await post('revoke', third, { confirm: true })
    expect([await read(bySecond, third), await read(byThird, third)]).toEqual([404, 200])
  })

  test('moves the balance to a new key, and the old one is refused everywhere', async () => {
    const { key } = await world.key(20)
    const { callId } = await accept(key, 4)
    const answer = await post('revoke', key, { rotate: true })
    expect(answer.status).toBe(200)
    expect(answer.body).toMatchObject({
      ok: true,
      revoked: true,
      balance_cents: 16,
      held_cents: 4,
      forfeited_cents: 0,
      header_name: 'X-Service-Key',
    })
    const next = String(answer.body['key'])
    expect(next).not.toBe(key)
    expect((await status(next)).body).toMatchObject({
      key_id: answer.body['key_id'],
      balance_cents: 16,
      granted_cents: 20,
    })
    await finish([callId], false)
    expect(await balance(next)).toMatchObject({ balance_cents: 20, held_cents: 0 })
    expect((await status(key)).body).toMatchObject({ code: 'key_revoked' })
    const call = await world.call('hash-text', { text: 'x' }, { 'x-service-key': key })
    expect([call.status, call.body['code']]).toEqual([402, 'key_revoked'])
    expect((await world.call('hash-text', { text: 'x' }, { 'x-service-key': next })).status).toBe(200)
  })

  test('twice is refused, and never shows the new key again without the Idempotency-Key', async () => {
    const { key } = await world.key(20)
    const first = await post('revoke', key, { rotate: true }, { 'idempotency-key': 'rotate-once' })
    const again = await post('revoke', key, { rotate: true })
    expect([again.status, again.body['code']]).toEqual([401, 'key_revoked'])
    expect(again.text).not.toContain(String(first.body['key']))
    const replay = await post('revoke', key, { rotate: true }, { 'idempotency-key': 'rotate-once' })
    expect(replay.headers.get('idempotency-replayed')).toBe('true')
    expect(replay.body).toEqual(first.body)
    const [row] = await world.sql<{ response: string }>(
      `select response from idempotency_record where key = 'rotate-once'`,
    )
    expect(row?.response).not.toContain(String(first.body['key']).slice(22, 54))
  })

  test('20 at once make one new key', async () => {
    const { key } = await world.key(20)
    const old = await known(key)
    const next = await Promise.all(Array.from({ length: 20 }, () => rotateKey(world.db.pg, world.mint, old)))
    expect(next.filter((rotated) => rotated !== null)).toHaveLength(1)
  })

  test('against a forfeit, one of them wins', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { key } = await world.key(7)
      const old = await known(key)
      const [rotated, forfeited] = await Promise.all([
        rotateKey(world.db.pg, world.mint, old),
        forfeitKey(world.db.pg, old),
      ])
      expect([rotated === null, forfeited === null].filter(Boolean)).toHaveLength(1)
      const left = rotated === null ? null : await balance(world.mint.issue('sk', rotated.keyId))
      expect(left).toEqual(rotated === null ? null : expect.objectContaining({ balance_cents: 7 }))
    }
  })
})

describe('forfeiting a key', () => {
  test('needs a word, takes what is not held, and twice is refused', async () => {
    const { key, keyId } = await world.key(20)
    const unsure = await post('revoke', key)
    expect([unsure.status, unsure.body['code']]).toEqual([422, 'confirmation_required'])
    expect((await status(key)).status).toBe(200)
    const { callId } = await accept(key, 4)
    const answer = await post('revoke', key, { confirm: true })
    expect(answer.body).toEqual({ ok: true, revoked: true, key_id: keyId, forfeited_cents: 16, held_cents: 4 })
    expect((await post('revoke', key, { confirm: true })).status).toBe(401)
    await finish([callId], true)
    expect(await balance(key)).toMatchObject({ status: 'revoked', balance_cents: 0, held_cents: 0 })
  })

  test('lets running calls finish: what they give back is forfeited later, once', async () => {
    const { key } = await world.key(20)
    const calls = await Promise.all([accept(key, 3), accept(key, 3)])
    expect(await forfeitKey(world.db.pg, await known(key))).toEqual({ forfeitedCents: 14, heldCents: 6 })
    await finish([calls[0]?.callId ?? ''], true)
    await finish([calls[1]?.callId ?? ''], false)
    expect(await balance(key)).toMatchObject({ balance_cents: 3, held_cents: 0 })
    const emptied = await Promise.all(Array.from({ length: 5 }, () => forfeitRemainders(world.db.pg)))
    expect(emptied.reduce((sum, count) => sum + count, 0)).toBe(1)
    expect(await balance(key)).toMatchObject({ balance_cents: 0, held_cents: 0 })
    expect(await forfeitRemainders(world.db.pg)).toBe(0)
  })

  test('leaves a rotated balance to the key that has it', async () => {
    const { key } = await world.key(9)
    const next = await rotateKey(world.db.pg, world.mint, await known(key))
    expect(await forfeitRemainders(world.db.pg)).toBe(0)
    expect(await balance(world.mint.issue('sk', next?.keyId ?? ''))).toMatchObject({ balance_cents: 9 })
  })

  test('in the middle of 20 calls never overdraws: they finish, later ones are refused', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { key } = await world.key(40)
      const old = await known(key)
      const before = await Promise.all(Array.from({ length: 10 }, () => accept(key, 1)))
      const [during, forfeit] = await Promise.all([
        Promise.all(
          Array.from({ length: 20 }, async (_, index) => {
            if (index % 4 === 0) await finish([before[index / 4]?.callId ?? ''], index % 8 === 0)
            return accept(key, 1)
          }),
        ),
        forfeitKey(world.db.pg, old),
      ])
      expect(forfeit).not.toBeNull()
      expect((await accept(key, 1)).answer).toMatchObject({ kind: 'refused', code: 'key_revoked' })
      const open = [...before, ...during]
        .filter(({ answer }) => answer?.kind === 'accepted')
        .map(({ callId }) => callId)
      await finish(open, true)
      await forfeitRemainders(world.db.pg)
      expect(await balance(key)).toMatchObject({ balance_cents: 0, held_cents: 0 })
    }
  })

  test('waits for a call that gives money back, and takes that too', async () => {
    const { key } = await world.key(10)
    const { callId } = await accept(key, 6)
    const other = await world.db.pg.connect()
    try {
      await other.query('begin')
      // Safe: the statement needs nothing of a pool but `query`.
      await releaseUnstarted(other as unknown as World['db']['pg'], callId)
      const waiting = forfeitKey(world.db.pg, await known(key))
      await lockWait()
      await other.query('commit')
      expect(await waiting).toEqual({ forfeitedCents: 10, heldCents: 0 })
    } finally {
      other.release()
    }
  })
})

const lockWait = () =>
  eventually(async () => {
    const rows = await world.sql(
      `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    )
    return rows.length > 0
  })

describe('balance/fund and balance/topup', () => {
  const payment = { 'payment-signature': FORM_PAYMENT }

  test('unpaid answer the 402 of the amount asked for, else of the least, whatever the body', async () => {
    const price = async (route: string, body: unknown) => {
      const answer = await world.request('POST', `${BALANCE}/${route}`, { body })
      expect(answer.status).toBe(402)
      const header: unknown = JSON.parse(Buffer.from(answer.headers.get('payment-required') ?? '', 'base64').toString())
      expect(header).toMatchObject({
        x402Version: 2,
        accepts: answer.body['accepts'],
        resource: answer.body['resource'],
      })
      return answer.body['price_cents']
    }
    for (const route of ['fund', 'topup']) {
      expect(await price(route, { amount_cents: 250 })).toBe(250)
      for (const amount_cents of [undefined, 99, 50_001, 100.5, '100', -100, null]) {
        expect(await price(route, { amount_cents })).toBe(100)
      }
      expect(await price(route, { amount_cents: 100, more: [] })).toBe(100)
    }
  })

  test('with a payment validate the amount, and take nothing where no facilitator is set', async () => {
    for (const amount_cents of [undefined, 99, 50_001, 100.5, '100', -100]) {
      const answer = await world.request('POST', `${BALANCE}/fund`, { body: { amount_cents }, headers: payment })
      expect([amount_cents, answer.status]).toEqual([amount_cents, 422])
      expect(answer.body['detail']).toMatchObject([{ loc: ['body', 'amount_cents'] }])
    }
    const fund = await world.request('POST', `${BALANCE}/fund`, { body: { amount_cents: 100 }, headers: payment })
    expect([fund.status, fund.body['code'], fund.body['charged_cents']]).toEqual([503, 'payments_not_ready', 0])
    const malformed = await world.request('POST', `${BALANCE}/fund`, {
      body: { amount_cents: 100 },
      headers: { 'x-payment': 'no base64!' },
    })
    expect([malformed.status, malformed.body['code']]).toEqual([400, 'malformed_payment'])
  })

  test('a top-up names its key', async () => {
    const { key } = await world.key(5)
    const topUp = (headers: Record<string, string>) =>
      world.request('POST', `${BALANCE}/topup`, { body: { amount_cents: 100 }, headers: { ...payment, ...headers } })
    expect((await topUp({})).status).toBe(401)
    expect((await topUp({ 'x-service-key': randomId() })).status).toBe(401)
    expect((await topUp({ 'x-service-key': key })).body).toMatchObject({ code: 'payments_not_ready' })
    expect(await balance(key)).toMatchObject({ balance_cents: 5 })
  })
})

test('after all these balances and keys the ledger is whole', async () => {
  expect((await audit(world.db.pg)).filter(({ ok }) => !ok)).toEqual([])
})
