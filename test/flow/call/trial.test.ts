import { execFileSync } from 'node:child_process'

import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'

import { acceptKeyed } from '#shared/calls/accept-keyed.ts'
import { Refusal } from '#shared/errors.ts'
import { inTransaction } from '#shared/db/in-transaction.ts'
import { audit } from '#shared/money/audit/audit.ts'
import { claimantHasher } from '#shared/money/trial/claimant.ts'
import { claimTrial } from '#shared/money/trial/claim-trial.ts'

import { keyedCall } from '#test/support/world/keyed-call.ts'
import { openWorld, randomId, type World } from '#test/support/world/world.ts'

const CLAIM = '/api/v1/outcomes/balance/trial/claim'

let world: World
beforeAll(async () => {
  world = await openWorld({ backend: 'postgres', env: { TRUST_PROXY_HOPS: '1', TRIAL_GRANTS_PER_DAY: '5000' } })
  await world.ready()
})
afterAll(() => world.close())

let lastAddress = 0
/** An address nobody claimed from yet, in a network of its own. */
const newAddress = () => {
  lastAddress += 1
  return `198.${18 + (lastAddress >> 8)}.${lastAddress & 255}.1`
}
const claim = (body: unknown, from: { ip?: string; headers?: Record<string, string> } = {}) =>
  world.request('POST', CLAIM, { body, headers: { 'x-forwarded-for': from.ip ?? newAddress(), ...from.headers } })

/** The hour of the day in UTC, by the clock grants are judged by. */
const hourNow = async () =>
  (await world.sql<{ hour: number }>(`select extract(hour from now() at time zone 'utc')::int as hour`))[0]?.hour ?? 0

/** Lets every claim so far be this much older. */
const age = (interval: string) => world.sql(`update trial_claim set claimed_at = claimed_at - $1::interval`, [interval])

const hasher = claimantHasher('test-secret-test-secret-test-secret-0123')
const claimant = (ip: string, agentId: string | null, userAgent = 'tests') =>
  hasher({ ip, userAgent, acceptLanguage: undefined }, agentId)
const grant = (who: ReturnType<typeof claimant>, perDay = 5_000) =>
  inTransaction(world.db.pg, (tx) => claimTrial(tx, world.mint, who, perDay))

describe('claiming a trial', () => {
  test('gives a key with 15 cents for 72 hours, its first cent spent on a real call', async () => {
    const { status, body, headers } = await claim({ agent_id: randomId() })
    expect(status).toBe(200)
    expect(headers.get('cache-control')).toBe('no-store')
    expect(body).toMatchObject({
      ok: true,
      granted_cents: 15,
      balance_cents: 14,
      max_price_cents: 10,
      header_name: 'X-Service-Key',
      first_spend: { ok: true, resource: '/api/v1/outcomes/json-repair', charge_cents: 1 },
    })
    const key = String(body['key'])
    expect(key).toMatch(/^fb_test_tk_/)
    const left = Date.parse(String(body['expires_at'])) - Date.now()
    expect(left / 3_600_000).toBeGreaterThan(71.9)
    expect(left / 3_600_000).toBeLessThanOrEqual(72)
    const state = await world.request('GET', '/api/v1/outcomes/balance/status', { headers: { 'x-service-key': key } })
    expect(state.body).toMatchObject({
      kind: 'trial',
      status: 'active',
      balance_cents: 14,
      granted_cents: 15,
      max_price_cents: 10,
      key_id: body['key_id'],
    })
    expect(state.body['recent']).toMatchObject([{ slug: 'json-repair', state: 'captured', charged_cents: 1 }])
  })

  test('shows the key, which it can show only once, although the database goes away behind the grant', async () => {
    const query = world.db.pg.query.bind(world.db.pg)
    const away = async (asked: { name?: string }) => {
      if (asked.name === 'key-find') throw Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })
      // Safe: the product asks with one object and without a callback.
      return (query as (asked: unknown) => Promise<unknown>)(asked)
    }
    // Safe: as above.
    const spy = vi.spyOn(world.db.pg, 'query').mockImplementation(away as never)
    const { status, body } = await claim({ agent_id: randomId() })
    spy.mockRestore()
    expect([status, body['balance_cents']]).toEqual([200, 14])
    const state = await world.request('GET', '/api/v1/outcomes/balance/status', {
      headers: { 'x-service-key': String(body['key']) },
    })
    expect(state.body).toMatchObject({ status: 'active', balance_cents: 14 })
  })

  test('shows first calls that work when they are pasted into a shell', async () => {
    const { body } = await claim({ agent_id: randomId() })
    // Safe: the claim answers an array of commands.
    const commands = body['first_calls'] as string[]
    expect(commands.length).toBeGreaterThan(1)
    for (const command of commands) {
      expect(command).toContain(`${world.config.publicBaseUrl}/api/v1/outcomes/`)
      const argv = execFileSync('bash', ['-c', `curl() { printf '%s\\0' "$@"; }; ${command}`], { encoding: 'utf8' })
        .split('\0')
        .slice(0, -1)
      const url = argv.find((word) => word.startsWith('http')) ?? ''
      const headers: Record<string, string> = {}
      for (const [at, word] of argv.entries()) {
        const [name = '', value = ''] = (argv[at + 1] ?? '').split(': ')
        if (word === '-H') headers[name.toLowerCase()] = value
      }
      const data = argv[argv.indexOf('-d') + 1]
      const answer = await world.request(
        argv.includes('-X') ? 'POST' : 'GET',
        url.slice(world.config.publicBaseUrl.length),
        { headers, ...(argv.includes('-d') ? { body: data } : {}) },
      )
      expect([command, answer.status]).toEqual([command, 200])
    }
  })

  test('stores of the claimant hashes only', async () => {
    const agent = `agent-${randomId()}`
    const ip = newAddress()
    const { body } = await claim({ agent_id: agent }, { ip, headers: { 'user-agent': 'an-unusual-client' } })
    const rows = await world.sql<{ row: string }>(
      `select c::text as row from trial_claim c union all select k::text from service_key k union all select a::text from account a
       union all select i::text from idempotency_record i`,
    )
    const dump = rows.map(({ row }) => row).join('\n')
    for (const secret of [agent, ip, 'an-unusual-client', String(body['key']).slice(22, 54)])
      expect(dump).not.toContain(secret)
  })

  test('still succeeds when its first call cannot run, and says so', async () => {
    const idle = await openWorld({ backend: 'postgres', pools: [] })
    try {
      const { status, body } = await idle.request('POST', CLAIM, { body: {} })
      expect(status).toBe(200)
      expect(body).toMatchObject({ ok: true, balance_cents: 15, first_spend: { ok: false, charge_cents: 0 } })
      expect(String(body['key'])).toMatch(/^fb_test_tk_/)
    } finally {
      await idle.close()
    }
  })

  test('says where its first call can be read when that is not done in time, and what is left beside it', async () => {
    const busy = await openWorld({ backend: 'postgres', pools: [] })
    try {
      // A worker that shows itself and runs nothing.
      await busy.sql(
        `insert into worker_heartbeat (worker_id, pool, slots, busy, run_ms, seen_at) values ('busy', 'outcome', 40, 0, 1, now() + interval '1 hour')`,
      )
      await busy.ready(['outcome'])
      const headers = { 'idempotency-key': randomId() }
      const { status, body } = await busy.request('POST', CLAIM, { body: {}, headers })
      expect([status, body['balance_cents']]).toEqual([200, 14])
      expect(body['first_spend']).toMatchObject({
        ok: true,
        state: 'pending',
        resource: '/api/v1/outcomes/json-repair',
        charge_cents: 0,
        held_cents: 1,
        call_id: expect.stringMatching(/^call_/),
        call_token: expect.stringMatching(/^ct_/),
      })
      // Safe: the line above says so.
      const { location, call_token } = body['first_spend'] as { location: string; call_token: string }
      const replay = await busy.request('POST', CLAIM, { body: {}, headers })
      expect(replay.body).toMatchObject({ key: null, first_spend: { state: 'pending', location, call_token: null } })
      expect(replay.text).not.toContain(call_token)
      const read = await busy.request('GET', location, { headers: { 'x-call-token': call_token } })
      expect(read).toMatchObject({ status: 200, body: { ok: true, state: 'held' } })
      const state = await busy.request('GET', '/api/v1/outcomes/balance/status', {
        headers: { 'x-service-key': String(body['key']) },
      })
      expect(state.body).toMatchObject({ balance_cents: 14, held_cents: 1 })
    } finally {
      await busy.close()
    }
  })

  test('refuses an agent_id that is none', async () => {
    for (const agent_id of [5, '', '   ', null, 'x'.repeat(201), {}]) {
      const { status } = await claim({ agent_id })
      expect([agent_id, status]).toEqual([agent_id, 422])
    }
  })
})

describe('a second trial', () => {
  test('of one agent_id is refused for 30 days, from wherever it asks', async () => {
    const agent_id = randomId()
    expect((await claim({ agent_id })).status).toBe(200)
    const again = await claim({ agent_id }, { headers: { 'user-agent': 'other' } })
    expect([again.status, again.body['code'], again.body['retryable']]).toEqual([409, 'trial_already_claimed', false])
    const days = (Date.parse(String(again.body['available_at'])) - Date.now()) / 86_400_000
    expect(days).toBeGreaterThan(29.9)
    expect(days).toBeLessThanOrEqual(30)
    expect(again.body['alternatives']).toMatchObject([
      { kind: 'prepaid_key' },
      { kind: 'day_pass' },
      { kind: 'week_pass' },
      { kind: 'month_pass' },
    ])
    await age('29 days 23 hours')
    expect((await claim({ agent_id })).status).toBe(409)
    await age('2 hours')
    expect((await claim({ agent_id })).status).toBe(200)
    expect((await claim({ agent_id })).status).toBe(409)
  })

  test('of one client without agent_id is refused for 30 days', async () => {
    const ip = newAddress()
    expect((await claim({}, { ip })).status).toBe(200)
    expect((await claim({}, { ip })).body).toMatchObject({ code: 'trial_already_claimed' })
    await age('31 days')
    expect((await claim({}, { ip })).status).toBe(200)
  })

  test('of one address without agent_id is refused, whatever the client says it is', async () => {
    const ip = newAddress()
    expect((await claim({}, { ip })).status).toBe(200)
    await age('61 seconds')
    const other = await claim({}, { ip, headers: { 'user-agent': 'someone else' } })
    expect([other.status, other.body['code']]).toEqual([429, 'rate_limited'])
    expect(Number(other.headers.get('retry-after'))).toBeGreaterThan(29 * 86_400)
    expect(other.body['alternatives']).toBeDefined()
  })

  test('of one address within 60 seconds is refused, and says when to come back', async () => {
    const ip = newAddress()
    expect((await claim({ agent_id: randomId() }, { ip })).status).toBe(200)
    const next = await claim({ agent_id: randomId() }, { ip })
    expect([next.status, next.body['code'], next.body['retryable']]).toEqual([429, 'rate_limited', true])
    const wait = Number(next.headers.get('retry-after'))
    expect(wait).toBeGreaterThan(55)
    expect(wait).toBeLessThanOrEqual(60)
    await age('61 seconds')
    expect((await claim({ agent_id: randomId() }, { ip })).status).toBe(200)
  })

  test('is the 21st of one address: 20 with an agent_id and no more', async () => {
    const ip = newAddress()
    for (let nth = 1; nth <= 20; nth += 1) {
      await grant(claimant(ip, randomId()))
      await age('61 seconds')
    }
    await expect(grant(claimant(ip, randomId()))).rejects.toMatchObject({ code: 'rate_limited' })
    await expect(grant(claimant(ip, null))).rejects.toMatchObject({ code: 'rate_limited' })
    await age('30 days')
    await expect(grant(claimant(ip, randomId()))).resolves.toBeDefined()
  })

  test('of one IPv6 /64 counts as one address, of another /64 does not', async () => {
    await grant(claimant('2001:db8:1:2::1', randomId()))
    await expect(grant(claimant('2001:db8:1:2:ffff::9', randomId()))).rejects.toMatchObject({ code: 'rate_limited' })
    await expect(grant(claimant('2001:db8:1:3::1', randomId()))).resolves.toBeDefined()
    await grant(claimant('203.0.113.77', randomId()))
    await expect(grant(claimant('::ffff:203.0.113.77', randomId()))).rejects.toMatchObject({ code: 'rate_limited' })
  })

  test('is refused when the grants of the day are spent', async () => {
    const [{ today } = { today: 0 }] = await world.sql<{ today: number }>(
      `select count(*)::int as today from trial_claim where claimed_at >= date_trunc('day', now() at time zone 'utc') at time zone 'utc'`,
    )
    // As many a day as releases five more in this hour.
    const perDay = Math.floor(((today + 5) * 25) / ((await hourNow()) + 2))
    const claims = Array.from({ length: 12 }, () =>
      grant(claimant(newAddress(), randomId()), perDay).then(
        () => 'granted',
        (error: unknown) => (error instanceof Refusal ? error.code : 'fault'),
      ),
    )
    const answers = await Promise.all(claims)
    expect(answers.filter((answer) => answer === 'granted')).toHaveLength(5)
    expect(answers.filter((answer) => answer === 'rate_limited')).toHaveLength(7)
  })

  test.each([
    ['/24 of IPv4', (nth: number) => `203.0.113.${nth}`, '203.0.112.1'],
    ['/48 of IPv6', (nth: number) => `2001:db8:77:${nth.toString(16)}::1`, '2001:db8:78::1'],
  ])('of one %s is refused when it has had 20 of the 300 of a day, and other networks go on', async (_, at, other) => {
    await age('2 days')
    for (let nth = 1; nth <= 20; nth += 1) await grant(claimant(at(nth), randomId()), 300)
    const refused = grant(claimant(at(21), randomId()), 300)
    await expect(refused).rejects.toMatchObject({ code: 'rate_limited', message: expect.stringContaining('network') })
    await expect(grant(claimant(other, randomId()), 300)).resolves.toBeDefined()
  })

  test('is refused when the hour has had its part of the day, until the next hour', async () => {
    await age('2 days')
    const released = (await hourNow()) + 2
    for (let nth = 0; nth < released; nth += 1) await grant(claimant(newAddress(), randomId()), 25)
    const refusal = await grant(claimant(newAddress(), randomId()), 25).catch((error: unknown) => error)
    expect(refusal).toMatchObject({ code: 'rate_limited', detail: { retryAfterS: expect.any(Number) } })
    // Safe: the line above says so.
    expect((refusal as Refusal).detail.retryAfterS).toBeLessThanOrEqual(3_600)
  })
})

describe('claims at once', () => {
  test('100 with one agent_id grant exactly one', async () => {
    const agent = randomId()
    const answers = await Promise.all(Array.from({ length: 100 }, () => claim({ agent_id: agent })))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ body }) => body['code'] === 'trial_already_claimed')).toHaveLength(99)
  })

  test('30 from one address grant exactly one', async () => {
    const ip = newAddress()
    const answers = await Promise.all(Array.from({ length: 30 }, () => claim({ agent_id: randomId() }, { ip })))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(29)
  })

  test('50 with one Idempotency-Key show the key once', async () => {
    const from = { ip: newAddress(), headers: { 'idempotency-key': randomId() } }
    // A busy machine tells some of them to come again.
    const claimOnce = async (): ReturnType<typeof claim> => {
      const answer = await claim({}, from)
      return answer.status === 503 ? claimOnce() : answer
    }
    const answers = await Promise.all(Array.from({ length: 50 }, claimOnce))
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 50 }, () => 200))
    const [shown, ...others] = answers.filter(({ body }) => body['key'] !== null)
    expect(others).toEqual([])
    for (const replay of answers) {
      if (replay === shown) continue
      expect(replay.headers.get('idempotency-replayed')).toBe('true')
      expect(replay.body['key_id']).toBe(shown?.body['key_id'])
      expect(replay.text).not.toContain(String(shown?.body['key']))
    }
    const later = await claim({}, from)
    expect(later.body).toMatchObject({ key: null, balance_cents: 14, first_spend: { ok: true } })
    expect((await claim({ agent_id: 'x' }, from)).body['code']).toBe('idempotency_key_reused')
  })
})

describe('a trial key', () => {
  const trialKey = async () => world.mint.issue('tk', (await grant(claimant(newAddress(), randomId()))).keyId)
  const accept = async (key: string, cents: number) =>
    (await acceptKeyed(world.db.pg, [keyedCall(world.mint, key, cents)], 'nobody'))[0]

  test('pays up to 10 cents a call, and 15 cents in all under 16 calls at once', async () => {
    const key = await trialKey()
    expect(await accept(key, 11)).toMatchObject({ kind: 'refused', code: 'trial_price_cap' })
    const answers = await Promise.all(Array.from({ length: 16 }, () => accept(key, 1)))
    expect(answers.filter((answer) => answer?.kind === 'accepted')).toHaveLength(15)
    expect(
      answers.filter((answer) => answer?.kind === 'refused' && answer.code === 'insufficient_balance'),
    ).toHaveLength(1)
  })

  test('pays nothing after its 72 hours, and status says it has expired', async () => {
    const key = await trialKey()
    await world.sql(
      `update account set expires_at = now() where id = (select account_id from service_key where key_id = $1)`,
      [world.mint.parse(key)?.id],
    )
    expect(await accept(key, 1)).toMatchObject({ kind: 'refused', code: 'trial_expired' })
    const { status, body } = await world.request('GET', '/api/v1/outcomes/balance/status', {
      headers: { 'x-service-key': key },
    })
    expect([status, body['status']]).toEqual([200, 'expired'])
  })

  test('stays a trial when it is rotated, with the same end', async () => {
    const key = await trialKey()
    const at = '/api/v1/outcomes/balance/'
    const before = await world.request('GET', `${at}status`, { headers: { 'x-service-key': key } })
    const { body } = await world.request('POST', `${at}revoke`, {
      body: { rotate: true },
      headers: { 'x-service-key': key },
    })
    const next = String(body['key'])
    expect(next).toMatch(/^fb_test_tk_/)
    const after = await world.request('GET', `${at}status`, { headers: { 'x-service-key': next } })
    expect(after.body).toMatchObject({ kind: 'trial', balance_cents: 15, expires_at: before.body['expires_at'] })
    expect(await accept(next, 11)).toMatchObject({ kind: 'refused', code: 'trial_price_cap' })
  })
})

test('after all these trials the ledger is whole', async () => {
  expect((await audit(world.db.pg)).filter(({ ok }) => !ok)).toEqual([])
})
