import nacl from 'tweetnacl'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { toBase58 } from '#shared/lib/crypto/base58.ts'
import { containsPattern } from '#shared/lib/like-pattern.ts'
import { wakeJobs } from '#shared/market/jobs/wake-jobs.ts'
import { purgeAccounts } from '#shared/market/users/purge-accounts.ts'

import { parseCommand } from '#shared/cli/commands.ts'
import { runOperatorCommand } from '#shared/cli/run-operator-command.ts'
import { ROOT } from '#shared/operators/operator-in-charge.ts'

import { posted } from '#test/support/world/jobs.ts'
import { registerAccount, statusesOf } from '#test/support/world/market.ts'
import { type Answer, openWorld, randomId, type World } from '#test/support/world/world.ts'

let world: World
beforeAll(async () => {
  world = await openWorld({
    backend: 'postgres',
    pools: [],
    env: { TRUST_PROXY_HOPS: '1' },
    limits: { 'login-name-address': 3, 'login-name': 30, register: 5 },
  })
})
afterAll(() => world.close())

let lastAddress = 0
const newAddress = () => {
  lastAddress += 1
  return `198.19.${lastAddress >> 8}.${lastAddress & 255}`
}
/** Requests of somebody at a new address. */
const from = (ip: string = newAddress()) => ({
  request: (method: string, path: string, init: { body?: unknown; headers?: Record<string, string> } = {}) =>
    world.request(method, path, { ...init, headers: { 'x-forwarded-for': ip, ...init.headers } }),
})
const register = (more: Record<string, unknown> = {}) => registerAccount(from(), more)

/** A login as OAuth2 clients send it. */
const login = (username: string, password: string, { ip = newAddress(), more = '', headers = {} } = {}) =>
  from(ip).request('POST', '/api/auth/login', {
    body: `${new URLSearchParams({ username, password }).toString()}${more}`,
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
  })

/** What an answer says, but for the id of its request. */
const said = ({ status, body, headers }: Answer) => ({
  status,
  body: { ...body, request_id: '' },
  headers: [...headers.keys()].filter((name) => name !== 'date').sort(),
})

const cli = (...args: string[]) => {
  const command = parseCommand(args)
  if (
    command.name !== 'account suspend' &&
    command.name !== 'account restore' &&
    command.name !== 'account reset-token'
  )
    throw new Error('no account command')
  const deps = { ...world.db, mint: world.mint, serverSecret: world.config.SERVER_SECRET }
  return runOperatorCommand(deps, { operator: ROOT, via: 'cli', requestId: null }, command)
}

describe('an account', () => {
  test('is opened, and its token says who it is', async () => {
    const ann = await register({ display_name: 'Ann  Lee' })
    const { status, body, headers } = await ann.request('GET', '/api/auth/me')
    expect(status).toBe(200)
    expect(headers.get('cache-control')).toBe('no-store')
    expect(body).toMatchObject({
      id: ann.userId,
      username: ann.username,
      display_name: 'Ann Lee',
      email: ann.email,
      is_agent: false,
      solana_wallet: null,
      terms_version: expect.any(String),
      agent: null,
      credential: { kind: 'session' },
    })
    expect(ann.userId).toMatch(/^usr_[0-9a-f]{32}$/)
    expect(ann.token).toMatch(/^fb_test_ss_/)
  })

  test('shows its terms to anybody', async () => {
    const { status, body } = await from().request('GET', '/api/auth/terms')
    expect(status).toBe(200)
    expect(body).toMatchObject({ version: expect.any(String), support_url: `${world.config.publicBaseUrl}/docs` })
  })

  test.each<[string, Record<string, unknown>, string]>([
    ['without accepted terms', { terms_accepted: false }, 'terms_accepted'],
    ['with a short password', { password: 'seven77' }, 'password'],
    ['with a name of Cyrillic letters', { username: 'pаypal' }, 'username'],
    ['with a reserved name', { username: 'Adm1n'.replace('1', 'i') }, 'username'],
    ['with no e-mail', { email: 'ann' }, 'email'],
    ['with a wallet that is none', { solana_wallet: '0xdead' }, 'solana_wallet'],
  ])('%s is not opened', async (_, more, field) => {
    const answer = await from().request('POST', '/api/auth/register', {
      body: {
        username: `u${randomId()}`,
        email: 'a@mail.example',
        password: 'long enough',
        terms_accepted: true,
        ...more,
      },
    })
    expect(answer).toMatchObject({
      status: 422,
      body: { code: 'validation_error', detail: [{ loc: ['body', field] }] },
    })
  })

  test('takes nothing from a body but what it asks for', async () => {
    const ann = await register({
      id: 'x',
      is_agent: true,
      status: 'suspended',
      wallet_proved_at: '2020-01-01',
      constructor: 1,
    })
    const [row] = await world.sql(`select is_agent, status, wallet_proved_at from market_user where username = $1`, [
      ann.username,
    ])
    expect(row).toEqual({ is_agent: false, status: 'active', wallet_proved_at: null })
    const proto = await from().request('POST', '/api/auth/register', {
      body: '{"username":"abc","__proto__":{"isAgent":true}}',
    })
    expect(proto.status).toBe(422)
  })

  test('has a name that nobody else has, or that looks like it', async () => {
    const name = `paypal-${randomId()}`
    await register({ username: name })
    for (const alike of [
      name,
      name.toUpperCase(),
      name.replace('paypal', 'paypa1'),
      name.replace('-', '_'),
      name.replace('paypal', 'ｐａｙｐａｌ'),
    ]) {
      const answer = await from().request('POST', '/api/auth/register', {
        body: { username: alike, email: 'b@mail.example', password: 'long enough', terms_accepted: true },
      })
      expect([alike, answer.status, answer.body['code']]).toEqual([alike, 409, 'username_taken'])
    }
  })

  test('is opened once for a name that twenty want at the same time', async () => {
    const username = `race-${randomId()}`
    const answers = await Promise.all(
      Array.from({ length: 20 }, () =>
        from().request('POST', '/api/auth/register', {
          body: { username, email: 'r@mail.example', password: 'long enough', terms_accepted: true },
        }),
      ),
    )
    expect(statusesOf(answers)).toEqual([201, ...Array.from({ length: 19 }, () => 409)])
  })

  test('may share its e-mail with another, so registering tells nobody whose is known', async () => {
    const email = `${randomId()}@mail.example`
    const [one, two] = [
      await register({ email, password: 'first password' }),
      await register({ email, password: 'second password' }),
    ]
    for (const [password, username] of [
      ['first password', one.username],
      ['second password', two.username],
    ] as const) {
      const { body } = await login(email.toUpperCase(), password)
      expect(body).toMatchObject({ user: { username } })
    }
    expect((await login(email, 'third password')).status).toBe(401)
  })

  test.each<[string, Record<string, unknown>]>([
    ['/api/auth/register', { password: 'CANARY\t', username: 'x' }],
    ['/api/auth/register', { password: 'CANARY fine' }],
    ['/api/auth/register', { password: ['CANARY'] }],
    ['/api/auth/login', { password: 'CANARY' }],
    ['/api/auth/login', { password: { CANARY: 1 }, client_secret: ['CANARY'] }],
    ['/api/auth/reset-password', { token: 'CANARY', new_password: 'short' }],
    ['/api/auth/reset-password', { token: ['CANARY'], new_password: `CANARY${'x'.repeat(200)}` }],
    ['/api/auth/password', { current_password: 'CANARY', new_password: 'CANARY\n' }],
  ])('is not told its own secret when %s is given %j', async (path, body) => {
    const { bearer } = await register()
    const { status, text } = await from().request('POST', path, { body, headers: bearer })
    expect(status).toBe(422)
    expect(text).not.toContain('CANARY')
  })

  test('stores no password, no token and no key', async () => {
    const ann = await register({ password: 'an unusual passphrase' })
    const { body } = await ann.request('POST', '/api/auth/keys', {})
    await login(ann.username, 'an unusual passphrase', { headers: { 'idempotency-key': randomId() } })
    const tables = [
      'market_user',
      'session',
      'api_key',
      'idempotency_record',
      'limit_counter',
      'password_reset',
      'reset_request',
    ]
    const rows = await world.sql<{ row: string }>(
      tables.map((name) => `select t::text as row from ${name} t`).join(' union all '),
    )
    const dump = rows.map(({ row }) => row).join('\n')
    expect(dump).toContain('$argon2id$v=19$m=19456,t=2,p=1$')
    for (const secret of ['an unusual passphrase', ann.token.slice(23), String(body['api_key']).slice(23)]) {
      for (const form of [secret, Buffer.from(secret).toString('hex'), Buffer.from(secret).toString('base64')])
        expect(dump).not.toContain(form)
    }
  })

  test('is not opened more often than its address may', async () => {
    const ip = newAddress()
    const open = () =>
      from(ip).request('POST', '/api/auth/register', {
        body: { username: `u${randomId()}`, email: 'c@mail.example', password: 'long enough', terms_accepted: true },
      })
    const answers = await Promise.all(Array.from({ length: 8 }, open))
    expect(statusesOf(answers)).toEqual([201, 201, 201, 201, 201, 429, 429, 429])
    const refused = answers.find(({ status }) => status === 429)
    expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(3_500)
  })
})

describe('a repeated registration', () => {
  test('gets its answer without the token', async () => {
    const ip = newAddress()
    const key = { 'idempotency-key': randomId() }
    const body = { username: `u${randomId()}`, email: 'd@mail.example', password: 'long enough', terms_accepted: true }
    const first = await from(ip).request('POST', '/api/auth/register', { body, headers: key })
    const again = await from(ip).request('POST', '/api/auth/register', { body, headers: key })
    expect(first.body['access_token']).toMatch(/^fb_test_ss_/)
    expect(again.headers.get('idempotency-replayed')).toBe('true')
    expect(again.body).toEqual({ ...first.body, access_token: null })
    const other = await from(ip).request('POST', '/api/auth/register', {
      body: { ...body, password: 'another one' },
      headers: key,
    })
    expect(other).toMatchObject({ status: 422, body: { code: 'idempotency_key_reused' } })
  })

  test('a repeated login gets the same token', async () => {
    const ann = await register()
    const headers = { 'idempotency-key': randomId() }
    const [one, two] = [
      await login(ann.username, ann.password, { headers }),
      await login(ann.username, ann.password, { headers }),
    ]
    expect(two.body['access_token']).toBe(one.body['access_token'])
    expect((await login(ann.username, ann.password)).body['access_token']).not.toBe(one.body['access_token'])
  })
})

describe('logging in', () => {
  test('takes the OAuth2 form and JSON, by name and by e-mail, whatever its case', async () => {
    const ann = await register()
    for (const name of [ann.username, ann.username.toUpperCase(), ann.email, ` ${ann.email} `]) {
      const { status, body, headers } = await login(name, ann.password, {
        more: '&grant_type=password&scope=&client_id=x',
      })
      expect([name, status, headers.get('cache-control')]).toEqual([name, 200, 'no-store'])
      expect(body).toMatchObject({
        token_type: 'bearer',
        expires_in: 43_200,
        user: { id: ann.userId, username: ann.username },
      })
    }
    const json = await from().request('POST', '/api/auth/login', {
      body: { username: ann.username, password: ann.password },
    })
    expect(json.status).toBe(200)
  })

  test.each<[string, string, number, string]>([
    ['another grant', 'username=a&password=b&grant_type=refresh_token', 422, 'grant_type'],
    ['no password', 'username=a', 422, 'password'],
    ['a name sent twice', 'username=a&username=b&password=c', 422, 'username'],
  ])('refuses %s', async (_, body, status, field) => {
    const answer = await from().request('POST', '/api/auth/login', {
      body,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    })
    expect(answer).toMatchObject({ status, body: { detail: [{ loc: ['body', field] }] } })
  })

  test('refuses JSON that says it is text, as a page of another origin would send it', async () => {
    const answer = await from().request('POST', '/api/auth/login', {
      body: '{}',
      headers: { 'content-type': 'text/plain' },
    })
    expect(answer).toMatchObject({
      status: 415,
      body: { fix: { action: 'Send Content-Type: application/x-www-form-urlencoded.' } },
    })
    const preflight = await from().request('OPTIONS', '/api/auth/login', {
      headers: { origin: 'https://elsewhere.example' },
    })
    expect(preflight.headers.get('access-control-allow-origin')).toBeNull()
  })

  test('says the same for a wrong password and for a name nobody has', async () => {
    const ann = await register()
    const answers = [
      await login(ann.username, 'wrong password'),
      await login(ann.email, 'wrong password'),
      await login(`u${randomId()}`, 'wrong password'),
      await login(`${randomId()}@mail.example`, 'wrong password'),
      await login(`%_' or 1=1 --`, 'wrong password'),
    ].map(said)
    expect(answers[0]).toMatchObject({ status: 401, body: { code: 'invalid_login' } })
    for (const answer of answers) expect(answer).toEqual(answers[0])
  })

  test('locks out a name, known or not, from an address that failed too often, and nobody else', async () => {
    const ann = await register()
    for (const name of [ann.username, `u${randomId()}`]) {
      const ip = newAddress()
      const tries = await Promise.all(Array.from({ length: 6 }, () => login(name, 'wrong password', { ip })))
      expect(statusesOf(tries)).toEqual([401, 401, 401, 429, 429, 429])
      const locked = await login(name, ann.password, { ip })
      expect(locked).toMatchObject({ status: 429, body: { code: 'rate_limited' } })
      expect(Number(locked.headers.get('retry-after'))).toBeGreaterThan(800)
    }
    expect((await login(ann.username, ann.password)).status).toBe(200)
  })

  test('locks a name from everywhere when all addresses together failed ten times as often', async () => {
    const ann = await register()
    const answers = await Promise.all(Array.from({ length: 31 }, () => login(ann.username, 'wrong password')))
    expect(statusesOf(answers)).toEqual([...Array.from({ length: 30 }, () => 401), 429])
    expect((await login(ann.username, ann.password)).status).toBe(429)
    // The clock that ends it is the database's.
    await world.sql(`update limit_counter set ends_at = now() - interval '1 second'`)
    expect((await login(ann.username, ann.password)).status).toBe(200)
  })

  test('does not count what succeeds', async () => {
    const ann = await register()
    const ip = newAddress()
    for (let nth = 0; nth < 6; nth += 1) expect((await login(ann.username, ann.password, { ip })).status).toBe(200)
    expect((await login(ann.username, 'wrong password', { ip })).status).toBe(401)
  })

  test('ends the oldest of more than twenty sessions', async () => {
    const ann = await register()
    for (let nth = 0; nth < 20; nth += 1) await login(ann.username, ann.password)
    expect((await ann.request('GET', '/api/auth/me')).status).toBe(401)
    const [row] = await world.sql(
      `select count(*)::int as n from session s join market_user u on u.id = s.user_id where u.username = $1 and s.revoked_at is null`,
      [ann.username],
    )
    expect(row).toEqual({ n: 20 })
  })
})

describe('a credential', () => {
  test('that does not work gets one and the same 401, wherever it is sent', async () => {
    const ann = await register()
    const { body } = await ann.request('POST', '/api/auth/keys', {})
    const key = String(body['api_key'])
    await ann.request('DELETE', `/api/auth/keys/${String(body['key_id'])}`)
    const { key: serviceKey } = await world.key(1)
    const bad: Record<string, string>[] = [
      'nonsense',
      '',
      'x'.repeat(5_000),
      key,
      key.slice(0, -1),
      key.replace('fb_test', 'fb_live'),
      `${key.slice(0, -1)}${key.endsWith('a') ? 'b' : 'a'}`,
      world.mint.issue('ak', 'zzzzzzzzzzzz'),
      world.mint.issue('ss', 'zzzzzzzzzzzz'),
      serviceKey,
    ].flatMap((text) => [{ 'x-api-key': text }, { authorization: `Bearer ${text}` }])
    const answers = await Promise.all(
      [...bad, { 'x-api-key': ann.token }, { authorization: 'Basic YTpi' }, { authorization: 'Bearer a b' }].map(
        (headers) => from().request('GET', '/api/auth/me', { headers }),
      ),
    )
    for (const answer of answers) {
      expect(said(answer)).toEqual(said(answers[0] ?? answer))
      expect(answer).toMatchObject({ status: 401, body: { code: 'invalid_credential' } })
      expect(answer.headers.get('www-authenticate')).toMatch(/^Bearer/)
    }
  })

  test('is needed before anything is said about the body', async () => {
    const answer = await from().request('POST', '/api/auth/password', { body: { nonsense: true } })
    expect(answer).toMatchObject({ status: 401, body: { code: 'unauthorized' } })
  })

  test('in X-API-Key counts before the one in Authorization', async () => {
    const [ann, bob] = [await register(), await register()]
    const { body } = await bob.request('POST', '/api/auth/keys', {})
    const headers = { ...ann.bearer, 'x-api-key': String(body['api_key']) }
    expect((await from().request('GET', '/api/auth/me', { headers })).body).toMatchObject({ username: bob.username })
    expect(
      (await from().request('GET', '/api/auth/me', { headers: { ...ann.bearer, 'x-api-key': 'nonsense' } })).status,
    ).toBe(401)
  })

  test('ends with its session: by log-out, by time', async () => {
    const ann = await register()
    const { body } = await login(ann.username, ann.password)
    const second = { authorization: `Bearer ${String(body['access_token'])}` }
    expect((await ann.request('POST', '/api/auth/logout', null)).body).toMatchObject({ sessions_ended: 1 })
    expect((await ann.request('GET', '/api/auth/me')).status).toBe(401)
    expect((await from().request('GET', '/api/auth/me', { headers: second })).status).toBe(200)
    await world.sql(
      `update session set expires_at = now() - interval '1 second' where user_id = (select id from market_user where username = $1)`,
      [ann.username],
    )
    expect((await from().request('GET', '/api/auth/me', { headers: second })).status).toBe(401)
  })

  test('of a suspended account stops, and works again when it is restored', async () => {
    const ann = await register()
    await cli('account', 'suspend', '--username', ann.username)
    expect(await ann.request('GET', '/api/auth/me')).toMatchObject({ status: 403, body: { code: 'account_suspended' } })
    expect((await login(ann.username, ann.password)).status).toBe(403)
    expect((await login(ann.username, 'wrong password')).status).toBe(401)
    await cli('account', 'restore', '--username', ann.username)
    expect((await ann.request('GET', '/api/auth/me')).status).toBe(200)
    await expect(cli('account', 'suspend', '--username', 'nobody-here')).rejects.toThrow(/Nobody/)
  })

  test('that is suspended sells and hires nothing; restored it sells again what nobody reported', async () => {
    const ann = await register()
    const listed = async () => {
      const sent = { title: 'Sold', price_cents: 0, status: 'live', delivery_markdown: '# Sold' }
      return String((await ann.request('POST', '/api/listings', sent)).body['listing_id'])
    }
    const [sold, reported] = [await listed(), await listed()]
    const report = { reason: 'spam', details: 'It is not what it says.' }
    expect((await (await register()).request('POST', `/api/listings/${reported}/report`, report)).status).toBe(201)
    const job = await posted(ann)
    const shown = async () => {
      const answers = await Promise.all([sold, reported].map((id) => from().request('GET', `/api/listings/${id}`)))
      return answers.map(({ status }) => status)
    }
    expect(await shown()).toEqual([200, 200])
    await cli('account', 'suspend', '--username', ann.username)
    expect(await shown()).toEqual([404, 404])
    await wakeJobs(world.db, world.mint)
    expect((await from().request('GET', `/api/jobs/${job}`)).body).toMatchObject({ status: 'expired' })
    await cli('account', 'restore', '--username', ann.username)
    expect(await shown()).toEqual([200, 404])
  })
})

describe('an API key', () => {
  test('is shown once, and works as X-API-Key and as a bearer token', async () => {
    const ann = await register()
    const { status, body } = await ann.request('POST', '/api/auth/keys', { name: 'ci', expires_in_days: 30 })
    expect(status).toBe(201)
    const key = String(body['api_key'])
    for (const headers of [
      { 'x-api-key': key },
      { authorization: `Bearer ${key}` },
      { authorization: `bearer  ${key} ` },
    ]) {
      const me = await from().request('GET', '/api/auth/me', { headers })
      expect(me.body).toMatchObject({ username: ann.username, credential: { kind: 'key' } })
    }
    const list = await ann.request('GET', '/api/auth/keys')
    expect(list.text).not.toContain(key.slice(23, 55))
    expect(list.body['items']).toMatchObject([
      { key_id: body['key_id'], name: 'ci', last4: key.slice(-4), status: 'active' },
    ])
  })

  test('is shown again to the same credential under the same Idempotency-Key only', async () => {
    const ann = await register()
    const headers = { 'idempotency-key': randomId() }
    const first = await ann.request('POST', '/api/auth/keys', { name: 'a' }, headers)
    const again = await ann.request('POST', '/api/auth/keys', { name: 'a' }, headers)
    expect(again.body).toEqual(first.body)
    const { body } = await login(ann.username, ann.password)
    const other = await ann.request(
      'POST',
      '/api/auth/keys',
      { name: 'a' },
      { ...headers, authorization: `Bearer ${String(body['access_token'])}` },
    )
    expect(other.body['key_id']).not.toBe(first.body['key_id'])
  })

  test('is rotated: the new one works, the old one stops at once', async () => {
    const ann = await register()
    const { body: old } = await ann.request('POST', '/api/auth/keys', { name: 'ci', scopes: ['read', 'account'] })
    const { status, body } = await from().request('POST', `/api/auth/keys/${String(old['key_id'])}/rotate`, {
      headers: { 'x-api-key': String(old['api_key']) },
    })
    expect(status).toBe(200)
    expect(body).toMatchObject({ name: 'ci', scopes: ['read', 'account'] })
    expect(
      (await from().request('GET', '/api/auth/me', { headers: { 'x-api-key': String(old['api_key']) } })).status,
    ).toBe(401)
    expect(
      (await from().request('GET', '/api/auth/me', { headers: { 'x-api-key': String(body['api_key']) } })).status,
    ).toBe(200)
    const again = await ann.request('POST', `/api/auth/keys/${String(old['key_id'])}/rotate`)
    expect(again).toMatchObject({ status: 409, body: { code: 'conflict' } })
    const [shown] = await world.sql(`select replaced_by from api_key where id = $1`, [old['key_id']])
    expect(shown).toEqual({ replaced_by: body['key_id'] })
  })

  test('is one of five at most, also when ten are made at once', async () => {
    const ann = await register()
    const answers = await Promise.all(Array.from({ length: 10 }, () => ann.request('POST', '/api/auth/keys', {})))
    expect(statusesOf(answers)).toEqual([201, 201, 201, 201, 201, 409, 409, 409, 409, 409])
  })

  test('does what its scopes allow, and makes nothing that may do more', async () => {
    const ann = await register()
    const { body } = await ann.request('POST', '/api/auth/keys', { scopes: ['read'] })
    const read = { headers: { 'x-api-key': String(body['api_key']) } }
    expect((await from().request('GET', '/api/auth/me', read)).status).toBe(200)
    expect(await from().request('POST', '/api/auth/keys', { ...read, body: {} })).toMatchObject({
      status: 403,
      body: { code: 'insufficient_scope', scope: 'account' },
    })
    const { body: limited } = await ann.request('POST', '/api/auth/keys', { scopes: ['account'] })
    const account = { headers: { 'x-api-key': String(limited['api_key']) } }
    const { body: all } = await ann.request('POST', '/api/auth/keys', {})
    expect((await from().request('POST', '/api/auth/keys', { ...account, body: { scopes: ['sell'] } })).status).toBe(
      403,
    )
    expect((await from().request('POST', `/api/auth/keys/${String(all['key_id'])}/rotate`, account)).status).toBe(403)
    expect((await ann.request('POST', '/api/auth/keys', { scopes: ['everything'] })).status).toBe(422)
  })

  test('is no session to log out of', async () => {
    const ann = await register()
    const { body } = await ann.request('POST', '/api/auth/keys', {})
    const headers = { 'x-api-key': String(body['api_key']) }
    expect((await from().request('POST', '/api/auth/logout', { headers })).status).toBe(409)
    expect(
      (await from().request('POST', '/api/auth/logout', { headers, body: { everywhere: true } })).body,
    ).toMatchObject({ sessions_ended: 1 })
    expect((await ann.request('GET', '/api/auth/me')).status).toBe(401)
  })
})

describe('a password', () => {
  test('is changed by who knows it, and every session ends', async () => {
    const ann = await register()
    const change = (current_password: string) =>
      ann.request('POST', '/api/auth/password', { current_password, new_password: 'a new password' })
    expect((await change('wrong password')).status).toBe(401)
    expect(await change(ann.password)).toMatchObject({ status: 200, body: { sessions_ended: 1, keys_revoked: 0 } })
    expect((await ann.request('GET', '/api/auth/me')).status).toBe(401)
    expect((await login(ann.username, ann.password)).status).toBe(401)
    expect((await login(ann.email, 'a new password')).status).toBe(200)
  })

  test('is guessed at by a stolen token three times, and no more', async () => {
    const ann = await register()
    const ip = newAddress()
    const guess = () =>
      from(ip).request('POST', '/api/auth/password', {
        headers: ann.bearer,
        body: { current_password: 'a guess', new_password: 'a new password' },
      })
    const answers = await Promise.all(Array.from({ length: 5 }, guess))
    expect(statusesOf(answers)).toEqual([401, 401, 401, 429, 429])
  })

  test('that is lost: asking says the same to everybody', async () => {
    const ann = await register()
    const ask = (email: string) =>
      from().request('POST', '/api/auth/forgot-password', { body: { email }, headers: { host: 'evil.example' } })
    const [known, unknown] = [await ask(ann.email), await ask(`${randomId()}@mail.example`)]
    expect(said(known)).toEqual(said(unknown))
    expect(known).toMatchObject({ status: 200, body: { ok: true, support_url: `${world.config.publicBaseUrl}/docs` } })
  })

  test('is reset once by the token an operator issued; sessions and, if asked for, keys end', async () => {
    const ann = await register()
    await ann.request('POST', '/api/auth/keys', {})
    await from().request('POST', '/api/auth/forgot-password', { body: { email: ann.email } })
    const issued = await cli('account', 'reset-token', '--email', ann.email)
    const spare = await cli('account', 'reset-token', '--email', ann.email)
    expect(issued).toMatchObject({ username: ann.username, user_id: ann.userId, asked_at: expect.any(String) })
    expect(issued['reset_token']).toMatch(/^fbr_[\w-]{43}$/)
    const reset = (token: unknown) =>
      from().request('POST', '/api/auth/reset-password', {
        body: { token, new_password: 'a new password', revoke_keys: true },
      })
    const answers = await Promise.all([
      reset(issued['reset_token']),
      reset(issued['reset_token']),
      reset(issued['reset_token']),
    ])
    expect(statusesOf(answers)).toEqual([200, 401, 401])
    expect(answers.find(({ status }) => status === 200)?.body).toMatchObject({ sessions_ended: 1, keys_revoked: 1 })
    expect((await ann.request('GET', '/api/auth/me')).status).toBe(401)
    expect((await login(ann.username, 'a new password')).status).toBe(200)
    // A spare token is void with the first that was used.
    const refused = [
      await reset(spare['reset_token']),
      await reset(issued['reset_token']),
      await reset('fbr_guess'),
    ].map(said)
    for (const answer of refused) expect(answer).toEqual(refused[0])
    expect(refused[0]).toMatchObject({ status: 401, body: { code: 'invalid_reset_token' } })
  })

  test('is not reset by a token that is too old', async () => {
    const ann = await register()
    const { reset_token: token } = await cli('account', 'reset-token', '--email', ann.email, '--minutes', '5')
    await world.sql(`update password_reset set expires_at = now() - interval '1 second'`)
    expect(
      (await from().request('POST', '/api/auth/reset-password', { body: { token, new_password: 'a new password' } }))
        .status,
    ).toBe(401)
    expect((await login(ann.username, ann.password)).status).toBe(200)
  })

  test('of an e-mail with several accounts needs the operator to say which', async () => {
    const email = `${randomId()}@mail.example`
    const [one, two] = [await register({ email }), await register({ email })]
    await expect(cli('account', 'reset-token', '--email', email)).rejects.toThrow(
      new RegExp(`${one.username}, ${two.username}`),
    )
    expect(await cli('account', 'reset-token', '--email', email, '--username', two.username)).toMatchObject({
      user_id: two.userId,
    })
    await expect(cli('account', 'reset-token', '--email', 'nobody@mail.example')).rejects.toThrow(/No account/)
  })
})

describe('a wallet', () => {
  const keys = () => {
    const { publicKey, secretKey } = nacl.sign.keyPair()
    return {
      wallet: toBase58(publicKey),
      sign: (message: unknown) => toBase58(nacl.sign.detached(Buffer.from(String(message), 'utf8'), secretKey)),
    }
  }
  type User = Awaited<ReturnType<typeof register>>
  const ask = async (user: User, wallet: string) =>
    (await user.request('POST', '/api/auth/wallet/challenge', { solana_wallet: wallet })).body['message']
  const prove = (user: User, wallet: string, signature: string) =>
    user.request('POST', '/api/auth/wallet', { solana_wallet: wallet, signature })

  test('is set by the message it signed, once', async () => {
    const ann = await register()
    const { wallet, sign } = keys()
    const message = await ask(ann, wallet)
    expect(message).toContain(ann.username)
    expect(message).toContain(wallet)
    const signature = sign(message)
    expect(await prove(ann, wallet, signature)).toMatchObject({
      status: 200,
      body: { solana_wallet: wallet, wallet_proved_at: expect.any(String) },
    })
    expect(await prove(ann, wallet, signature)).toMatchObject({ status: 409 })
    expect((await ann.request('DELETE', '/api/auth/wallet')).body).toEqual({
      ok: true,
      solana_wallet: null,
      wallet_proved_at: null,
    })
  })

  test('is not set by another wallet, another account’s message, or too late', async () => {
    const [ann, bob] = [await register(), await register()]
    const { wallet, sign } = keys()
    const message = await ask(ann, wallet)
    expect((await prove(ann, wallet, keys().sign(message))).status).toBe(422)
    expect((await prove(bob, wallet, sign(message))).status).toBe(409)
    await ask(bob, wallet)
    expect((await prove(bob, wallet, sign(message))).status).toBe(422)
    // A wrong signature leaves the message as it is.
    const other = keys()
    expect((await prove(ann, other.wallet, other.sign(message))).status).toBe(409)
    await world.sql(`update wallet_challenge set expires_at = now() - interval '1 second'`)
    expect((await prove(ann, wallet, sign(message))).status).toBe(409)
    expect((await ann.request('GET', '/api/auth/me')).body).toMatchObject({ solana_wallet: null })
  })

  test('that was only named at registration is not proved', async () => {
    const { wallet } = keys()
    const ann = await register({ solana_wallet: wallet })
    expect((await ann.request('GET', '/api/auth/me')).body).toMatchObject({
      solana_wallet: wallet,
      wallet_proved_at: null,
    })
  })
})

test('a pattern of a caller finds what it says and nothing else', async () => {
  const [row] = await world.sql(
    `select '100% a_b c\\d' like $1 as a, 'x' like $1 as b, '100% a_b c\\d' like $2 as c, '100% a_b c\\d' like $3 as d, 'axb' like $4 as e`,
    [containsPattern('%'), containsPattern('a_b'), containsPattern('c\\d'), containsPattern('a_b')],
  )
  expect(row).toEqual({ a: true, b: false, c: true, d: true, e: false })
})

test('housekeeping takes away what is over, and nothing else', async () => {
  const ann = await register()
  await world.sql(`delete from password_reset`)
  await from().request('POST', '/api/auth/forgot-password', { body: { email: ann.email } })
  await cli('account', 'reset-token', '--email', ann.email)
  await world.sql(
    `update session set expires_at = now() - interval '8 days' where user_id <> (select id from market_user where username = $1)`,
    [ann.username],
  )
  await purgeAccounts(world.db.pg)
  const count = async (table: string) =>
    (await world.sql<{ n: number }>(`select count(*)::int as n from ${table}`))[0]?.n
  expect([await count('session'), await count('password_reset')]).toEqual([1, 1])
  await world.sql(`update limit_counter set ends_at = now() - interval '2 hours'`)
  await world.sql(`update password_reset set expires_at = now() - interval '1 second'`)
  await world.sql(`update reset_request set asked_at = now() - interval '15 days'`)
  await purgeAccounts(world.db.pg)
  expect([await count('limit_counter'), await count('password_reset'), await count('reset_request')]).toEqual([0, 0, 0])
  expect((await ann.request('GET', '/api/auth/me')).status).toBe(200)
})
