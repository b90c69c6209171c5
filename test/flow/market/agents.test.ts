import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { registerAccount, statusesOf } from '#test/support/world/market.ts'
import { openWorld, randomId, type World } from '#test/support/world/world.ts'

const SECRET = 'a-signup-secret-0123456789'
const COMBINED = '/api/ai-agents/register-with-account'
const PLAIN = '/api/ai-agents/register'

let world: World
beforeAll(async () => {
  world = await openWorld({
    backend: 'postgres',
    pools: [],
    env: { TRUST_PROXY_HOPS: '1' },
    limits: { 'agent-address': 4, 'agent-credential': 6 },
  })
})
afterAll(() => world.close())

let lastAddress = 0
const newAddress = () => {
  lastAddress += 1
  return `198.18.${lastAddress >> 8}.${lastAddress & 255}`
}
const post = (path: string, body: unknown, { ip = newAddress(), headers = {}, at = world } = {}) =>
  at.request('POST', path, { body, headers: { 'x-forwarded-for': ip, ...headers } })
const me = (headers: Record<string, string>) => world.request('GET', '/api/auth/me', { headers })

describe('an agent that registers with an account', () => {
  test('gets a name, an e-mail nobody reads, a key and a password, each once', async () => {
    const { status, body, headers } = await post(COMBINED, { terms_accepted: true })
    expect(status).toBe(201)
    expect(headers.get('cache-control')).toBe('no-store')
    expect(body).toMatchObject({
      agent_id: expect.stringMatching(/^agt_[0-9a-f]{32}$/),
      user_id: expect.stringMatching(/^usr_[0-9a-f]{32}$/),
      username: expect.stringMatching(/^agent_[a-z2-9]{10}$/),
      email: expect.stringMatching(/@agents\.invalid$/),
      email_monitored: false,
      api_key: expect.stringMatching(/^fb_test_ak_/),
      password: expect.stringMatching(/^[0-9A-Za-z]{24}$/),
      solana_wallet: null,
    })
    expect((await me({ 'x-api-key': String(body['api_key']) })).body).toMatchObject({
      username: body['username'],
      is_agent: true,
      has_password: true,
      terms_version: body['terms_version'],
      agent: { agent_id: body['agent_id'], owner_user_id: null },
    })
    const login = await post('/api/auth/login', { username: body['username'], password: body['password'] })
    expect(login.body).toMatchObject({ user: { is_agent: true } })
    for (const path of ['/api/auth/me', '/api/auth/keys']) {
      const { text } = await world.request('GET', path, { headers: { 'x-api-key': String(body['api_key']) } })
      expect(text).not.toContain(String(body['api_key']).slice(23, 55))
      expect(text).not.toContain(String(body['password']))
    }
  })

  test('may choose its name and say more of itself', async () => {
    const wallet = 'So11111111111111111111111111111111111111112'
    const { body } = await post(COMBINED, {
      terms_accepted: true,
      username: ` Scout-${randomId()} `,
      name: 'Scout',
      description: 'Looks\nthings up.',
      capability_tags: ['Search', 'search', 'c++'],
      contact_url: 'https://agents.example/scout',
      solana_wallet: wallet,
      is_admin: true,
      user_id: 'usr_x',
    })
    expect(body).toMatchObject({ username: expect.stringMatching(/^scout-/), solana_wallet: wallet })
    expect((await me({ 'x-api-key': String(body['api_key']) })).body).toMatchObject({
      display_name: 'Scout',
      wallet_proved_at: null,
      agent: { name: 'Scout', description: 'Looks\nthings up.', capability_tags: ['search', 'c++'] },
    })
  })

  test.each<[string, Record<string, unknown>, string]>([
    ['without accepted terms', {}, 'terms_accepted'],
    ['with terms refused', { terms_accepted: false }, 'terms_accepted'],
    ['with terms as a text', { terms_accepted: 'true' }, 'terms_accepted'],
    ['with a reserved name', { terms_accepted: true, username: 'farebox-bot' }, 'username'],
    ['with an address that is no wallet', { terms_accepted: true, solana_wallet: 'x' }, 'solana_wallet'],
    ['with a contact of another scheme', { terms_accepted: true, contact_url: 'javascript:alert(1)' }, 'contact_url'],
  ])('%s is refused', async (_, body, field) => {
    expect(await post(COMBINED, body)).toMatchObject({ status: 422, body: { detail: [{ loc: ['body', field] }] } })
  })

  test('is one of those who want a name at the same time', async () => {
    const username = `race-${randomId()}`
    const answers = await Promise.all(
      Array.from({ length: 12 }, () => post(COMBINED, { terms_accepted: true, username })),
    )
    expect(statusesOf(answers)).toEqual([201, ...Array.from({ length: 11 }, () => 409)])
    expect(
      await world.sql(`select 1 from agent a join market_user u on u.id = a.user_id where u.username = $1`, [username]),
    ).toHaveLength(1)
  })

  test('gets its answer again without the secrets', async () => {
    const ip = newAddress()
    const headers = { 'idempotency-key': randomId() }
    const first = await post(COMBINED, { terms_accepted: true }, { ip, headers })
    const again = await post(COMBINED, { terms_accepted: true }, { ip, headers })
    expect(again.body).toEqual({ ...first.body, api_key: null, password: null })
    expect(again.headers.get('idempotency-replayed')).toBe('true')
    const elsewhere = await post(COMBINED, { terms_accepted: true }, { headers })
    expect(elsewhere.body['user_id']).not.toBe(first.body['user_id'])
    const rows = await world.sql<{ row: string }>(
      `select i::text as row from idempotency_record i union all select u::text from market_user u union all select k::text from api_key k`,
    )
    const dump = rows.map(({ row }) => row).join('\n')
    for (const secret of [first.body['password'], String(first.body['api_key']).slice(23, 55)])
      expect(dump).not.toContain(secret)
  })

  test('is one of four a minute from its address, however many come at once', async () => {
    for (const addresses of [
      ['203.0.113.9', '203.0.113.9'],
      ['2001:db8:7::1', '2001:db8:7::ffff'],
    ]) {
      const answers = await Promise.all(
        Array.from({ length: 10 }, (_, nth) =>
          post(COMBINED, { terms_accepted: true }, { ip: addresses[nth % 2] ?? '' }),
        ),
      )
      expect(answers.filter(({ status }) => status === 201)).toHaveLength(4)
      const refused = answers.find(({ status }) => status === 429)
      expect(refused?.body).toMatchObject({ code: 'rate_limited', retry_after_s: expect.any(Number) })
    }
  })
})

describe('where the operator set a signup secret', () => {
  let guarded: World
  beforeAll(async () => {
    guarded = await openWorld({
      backend: 'postgres',
      pools: [],
      env: { TRUST_PROXY_HOPS: '1', AGENT_SIGNUP_SECRET: SECRET },
      limits: { 'agent-address': 4, 'agent-credential': 6 },
    })
  })
  afterAll(() => guarded.close())

  test('an agent needs it', async () => {
    for (const sent of [undefined, '', 'wrong', `${SECRET}x`, SECRET.toUpperCase()]) {
      const headers: Record<string, string> = sent === undefined ? {} : { 'x-agent-signup-secret': sent }
      expect(await post(COMBINED, { terms_accepted: true }, { headers, at: guarded })).toMatchObject({
        status: 403,
        body: { code: 'signup_secret_required' },
      })
    }
    const right = await post(
      COMBINED,
      { terms_accepted: true },
      { headers: { 'x-agent-signup-secret': SECRET }, at: guarded },
    )
    expect(right.status).toBe(201)
  })

  test('guessing is counted by address, and its holders by the secret', async () => {
    const ip = newAddress()
    const guesses = await Promise.all(
      Array.from({ length: 6 }, () =>
        post(COMBINED, { terms_accepted: true }, { ip, headers: { 'x-agent-signup-secret': 'a guess' }, at: guarded }),
      ),
    )
    expect(statusesOf(guesses)).toEqual([403, 403, 403, 403, 429, 429])
    await guarded.sql(`delete from limit_counter where name = 'agent-credential'`)
    const held = await Promise.all(
      Array.from({ length: 8 }, () =>
        post(COMBINED, { terms_accepted: true }, { headers: { 'x-agent-signup-secret': SECRET }, at: guarded }),
      ),
    )
    expect(statusesOf(held)).toEqual([201, 201, 201, 201, 201, 201, 429, 429])
  })
})

describe('an agent that registers alone', () => {
  test('gets a key and no password', async () => {
    const { status, body } = await post(PLAIN, {
      name: 'Scout',
      capability_tags: ['search'],
      owner_user_id: 'usr_somebody',
    })
    expect(status).toBe(201)
    expect(body).toMatchObject({ api_key: expect.stringMatching(/^fb_test_ak_/), owner_user_id: null })
    expect(body).not.toHaveProperty('password')
    const headers = { 'x-api-key': String(body['api_key']) }
    expect((await me(headers)).body).toMatchObject({ has_password: false, is_agent: true, agent: { name: 'Scout' } })
    const change = await world.request('POST', '/api/auth/password', {
      headers,
      body: { current_password: 'x', new_password: 'a new password' },
    })
    expect(change.status).toBe(409)
    expect((await post('/api/auth/login', { username: body['username'], password: 'anything' })).body).toMatchObject({
      code: 'invalid_login',
    })
  })

  test('belongs to who registers it, by their credential alone', async () => {
    const ann = await registerAccount(world)
    const { body } = await post(PLAIN, { name: 'Helper' }, { headers: ann.bearer })
    expect(body).toMatchObject({ owner_user_id: ann.userId })
    expect(await post(PLAIN, { name: 'Helper' }, { headers: { 'x-api-key': 'nonsense' } })).toMatchObject({
      status: 401,
    })
    const { body: key } = await ann.request('POST', '/api/auth/keys', { scopes: ['read'] })
    expect((await post(PLAIN, { name: 'Helper' }, { headers: { 'x-api-key': String(key['api_key']) } })).status).toBe(
      403,
    )
  })

  test('sees its key again under the same Idempotency-Key only if a credential asks', async () => {
    const ann = await registerAccount(world)
    const headers = { 'idempotency-key': randomId(), ...ann.bearer }
    const [first, again] = [
      await post(PLAIN, { name: 'H' }, { headers }),
      await post(PLAIN, { name: 'H' }, { headers }),
    ]
    expect(again.body).toEqual(first.body)
    const ip = newAddress()
    const stranger = { 'idempotency-key': randomId() }
    await post(PLAIN, { name: 'H' }, { ip, headers: stranger })
    expect((await post(PLAIN, { name: 'H' }, { ip, headers: stranger })).body).toMatchObject({ api_key: null })
  })

  test('has a name without what cannot be seen', async () => {
    for (const name of ['', 'a\u202Eb', 'Раypal', 'x'.repeat(81)])
      expect(await post(PLAIN, { name })).toMatchObject({ status: 422, body: { detail: [{ loc: ['body', 'name'] }] } })
  })
})
