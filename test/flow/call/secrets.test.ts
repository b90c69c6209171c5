import { randomBytes } from 'node:crypto'
import { connect } from 'node:net'

import { Redis } from 'ioredis'
import { describe, expect, test } from 'vitest'

import { audit } from '#shared/money/audit/audit.ts'
import { credentialMint } from '#shared/money/credentials.ts'
import { grantPass } from '#shared/money/passes/grant-pass.ts'
import { grantKey } from '#shared/money/prepaid/grant-key.ts'

import { type Cluster, type Member, openCluster } from '#test/support/world/cluster.ts'
import { cloneDatabase } from '#test/support/world/database.ts'
import { cuttableProxy } from '#test/support/fakes/proxy.ts'
import { startScriptedFacilitator } from '#test/support/fakes/scripted-facilitator.ts'
import { eventually, QUEUES_IN_TURN } from '#test/support/world/world.ts'
import { encoded, payOnBase } from '#test/support/world/x402-payment.ts'

const CALL = '/api/v1/outcomes'
const canary = (name: string) => `${name}-${randomBytes(12).toString('hex')}`

/** What must not stand anywhere, by name; the same text also as it may be encoded. */
class Secrets {
  readonly #values = new Map<string, string>()

  add(name: string, value: unknown): string {
    if (typeof value !== 'string' || value.length < 10) throw new Error(`${name} is no secret to look for`)
    this.#values.set(name, value)
    return value
  }

  /** Names of those that a text holds. */
  in(text: string, but: readonly string[] = []): string[] {
    const forms = (value: string) => [
      value,
      encodeURIComponent(value),
      Buffer.from(value).toString('base64').replace(/=+$/, '').slice(0, -1),
      Buffer.from(value).toString('hex'),
    ]
    return [...this.#values]
      .filter(([name, value]) => !but.includes(name) && forms(value).some((form) => text.includes(form)))
      .map(([name]) => name)
  }
}

/** Every row of every table, queues too, and every statement under way. */
async function dump({ db }: Cluster): Promise<string> {
  const { rows: tables } = await db.pg.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname not in ('pg_catalog', 'information_schema')`,
  )
  expect(tables.length).toBeGreaterThan(10)
  const texts = await Promise.all(
    [...tables.map(({ name }) => name), 'pg_stat_activity'].map(async (name) => {
      const { rows } = await db.pg.query<{ row: string }>(`select to_jsonb(t)::text as row from ${name} t`)
      return rows.map(({ row }) => row).join('\n')
    }),
  )
  return texts.join('\n')
}

/** Every command Redis gets from now on, and at the end every key that is left. */
async function watchRedis(url: string | undefined) {
  if (url === undefined) return { seen: () => Promise.resolve(''), close: () => {} }
  const redis = new Redis(url)
  // On a socket of our own: ioredis fails where a command of another client comes together with the answer to MONITOR.
  const { hostname, port } = new URL(url)
  const monitor = connect(Number(port), hostname).setEncoding('latin1')
  let commands = ''
  monitor.on('data', (text: string) => (commands += text))
  monitor.write('MONITOR\r\n')
  await eventually(() => commands.startsWith('+OK'))
  const read: Record<string, (key: string) => Promise<unknown>> = {
    string: (key) => redis.get(key),
    hash: (key) => redis.hgetall(key),
    list: (key) => redis.lrange(key, 0, -1),
    set: (key) => redis.smembers(key),
    zset: (key) => redis.zrange(key, '0', '-1'),
    stream: (key) => redis.xrange(key, '-', '+'),
  }
  return {
    async seen() {
      const keys = await redis.keys('*')
      const left = await Promise.all(keys.map(async (key) => [key, await read[await redis.type(key)]?.(key)] as const))
      expect(left.length).toBeGreaterThan(0)
      return commands + JSON.stringify(left)
    },
    close() {
      monitor.destroy()
      redis.disconnect()
    },
  }
}

describe.each(QUEUES_IN_TURN)('on the %s queue', (backend) => {
  test('no secret of ours or of a caller is in a log line, a row, a queue, or an answer it is not meant for', async () => {
    const database = await cloneDatabase()
    const toPostgres = await cuttableProxy(database.url)
    const cluster = await openCluster(backend, { databaseUrl: database.url })
    const redis = await watchRedis(cluster.redisUrl)
    const chain = await startScriptedFacilitator()
    const secrets = new Secrets()
    const answers: string[] = []
    const refusals: string[] = []
    try {
      const own = {
        SERVER_SECRET: secrets.add('server secret', canary('server-secret-of-thirty-two-letters')),
        ADMIN_TOKEN: secrets.add('admin token', canary('admin')),
      }
      const seed = { RECEIPT_SEED: secrets.add('receipt seed', randomBytes(32).toString('hex')) }
      secrets.add('database password', `:${new URL(database.url).password}@`)
      const env = { ...own, DATABASE_URL: toPostgres.url, LOG_LEVEL: 'debug', PRELOAD: 'hostile/hostile-outcomes.ts' }
      const [ingress] = await Promise.all([
        cluster.ingress({ ...env, SETTLEMENT_URL: chain.url }),
        cluster.worker(['outcome'], { ...env, SETTLEMENT_URL: chain.url }),
        cluster.worker(['settlement-watch'], { ...env, ...seed, SETTLEMENT_URL: chain.url }),
      ])
      await cluster.ready(ingress)
      const mint = credentialMint(own.SERVER_SECRET, 'test')
      const key = secrets.add('key', (await grantKey(cluster.db.pg, mint, 100)).key)
      const pass = secrets.add('pass', (await grantPass(cluster.db.pg, mint, 'week')).passToken)

      const ask = asker(ingress, (status, text) => {
        answers.push(text)
        if (status >= 400) refusals.push(text)
      })
      const paid = { 'x-service-key': key }

      // What callers send in: keys, tokens and bodies, right and wrong.
      const hmac_key = secrets.add('declared secret', canary('hmac'))
      const text = secrets.add('body', canary('text'))
      const first = await ask('POST', `${CALL}/hash-text`, { headers: paid, body: { text, hmac_key } })
      expect(first.status).toBe(200)
      const callToken = secrets.add('call token', first.body['call_token'])
      const jwt = ['{"alg":"HS256"}', '{"sub":"1"}'].map((part) => Buffer.from(part).toString('base64url')).join('.')
      const token = secrets.add('token', `${jwt}.${canary('signature36')}`)
      expect((await ask('POST', `${CALL}/jwt-decode`, { headers: paid, body: { token } })).status).toBe(200)
      await ask('POST', `${CALL}/hash-text`, { headers: { 'x-day-pass': pass }, body: { text } })
      await ask('POST', `${CALL}/hash-text`, { headers: { ...paid, prefer: 'respond-async' }, body: { text } })
      await ask('POST', `${CALL}/hash-text`, { headers: paid, body: { text: 7, hmac_key: [hmac_key] } })
      await ask('POST', `${CALL}/hash-text`, { headers: paid, body: `{"text": ${text}` })
      await ask('POST', `${CALL}/hash-text`, { headers: paid, body: { text, hmac_key: `${hmac_key}\u0000` } })
      await ask('GET', `/api/v1/calls/${String(first.body['call_id'])}`, { headers: { 'x-call-token': callToken } })
      await ask('GET', `/api/v1/calls/${callToken}?key=${key}`, { headers: { 'x-call-token': key } })
      await ask('POST', `${CALL}/${key}`, { headers: paid, body: {} })
      await ask('GET', `${CALL}/balance/status?service_key=${key}`, { headers: paid })
      for (const wrong of [`${key}x`, key.slice(0, -1), `Bearer ${key}`, `${key},${pass}`]) {
        const headers = { 'x-service-key': wrong, authorization: `Bearer ${wrong}`, cookie: `k=${wrong}` }
        await ask('POST', `${CALL}/hash-text`, { headers, body: { text } })
      }
      const signature = secrets.add('payment signature', `0x${randomBytes(65).toString('hex')}`)
      const payment = Buffer.from(JSON.stringify({ x402Version: 2, payload: { signature, text } })).toString('base64')
      for (const sent of [payment, `${payment}!`, payment.slice(7)]) {
        await ask('POST', `${CALL}/hash-text`, { headers: { 'payment-signature': sent }, body: { text } })
        await ask('POST', `${CALL}/hash-text`, { headers: { 'x-payment': sent }, body: { text } })
      }

      // Keys that are shown once: claimed, claimed again, moved to another.
      const claim = { headers: { 'idempotency-key': 'claim-1', 'user-agent': canary('agent') }, body: {} }
      const claimed = await ask('POST', `${CALL}/balance/trial/claim`, claim)
      const trialKey = secrets.add('trial key', claimed.body['key'])
      expect((await ask('POST', `${CALL}/balance/trial/claim`, claim)).text).not.toContain(trialKey)
      const rotation = { headers: { 'x-service-key': trialKey, 'idempotency-key': 'r-1' }, body: { rotate: true } }
      const rotated = await ask('POST', `${CALL}/balance/revoke`, rotation)
      secrets.add('rotated key', rotated.body['key'])

      // The operator, rightly and wrongly.
      const guessed = secrets.add('wrong admin token', canary('wrong-admin'))
      for (const sent of [own.ADMIN_TOKEN, guessed]) {
        const form = { 'content-type': 'application/x-www-form-urlencoded', origin: ingress.baseUrl }
        const entered = await ask('POST', '/ops/login', { headers: form, body: `token=${sent}` })
        const session = /fb_ops=([^;]{10,})/.exec(entered.headers.get('set-cookie') ?? '')?.[1]
        if (session !== undefined) secrets.add('operator session', session)
        await ask('GET', '/metrics', { headers: { authorization: `Bearer ${sent}` } })
        await ask('GET', '/ops', { headers: { authorization: `Bearer ${sent}` } })
      }
      for (const path of ['/readyz', '/openapi.json', '/llms.txt', `${CALL}/meta`]) await ask('GET', path, {})

      // A run that takes its time with a secret, and ends in a fault that quotes it.
      const quoted = secrets.add('quoted secret', canary('quoted'))
      const failing = ask('POST', `${CALL}/hostile-quote`, { headers: paid, body: { token: quoted, ms: 1_500 } })
      // And one that is paid by a signed payment, which is money until it has settled.
      const challenge = await ask('POST', `${CALL}/hostile-slow`, { body: { ms: 1_500 } })
      const authorized = payOnBase(challenge)
      authorized.payload.signature = `0x${randomBytes(32).toString('hex')}${'22'.repeat(32)}1b`
      secrets.add('authorization', authorized.payload.signature)
      const settling = ask('POST', `${CALL}/hostile-slow`, {
        headers: { 'payment-signature': secrets.add('payment', encoded(authorized)) },
        body: { ms: 1_500 },
      })
      await eventually(
        async () => (await cluster.db.pg.query(`select from call where state = 'running'`)).rowCount === 2,
      )
      const whileOpen = await dump(cluster)
      expect(whileOpen).toContain('sealed:v1:')
      expect(secrets.in(whileOpen)).toEqual([])
      expect(await failing).toMatchObject({ status: 500, body: { code: 'internal', charged_cents: 0 } })
      expect(await settling).toMatchObject({ status: 200, body: { charge: { paid_with: 'x402' } } })

      // The database goes away under calls, and comes back.
      const cutOff = Array.from({ length: 10 }, () =>
        ask('POST', `${CALL}/hash-text`, { headers: paid, body: { text, hmac_key } }),
      )
      toPostgres.cut()
      await Promise.all(cutOff)
      const refused = await ask('POST', `${CALL}/balance/status?service_key=${key}`, { headers: paid, body: {} })
      expect(refused.status).toBe(503)
      toPostgres.restore()
      await eventually(
        async () => (await ask('POST', `${CALL}/hash-text`, { headers: paid, body: { text } })).status === 200,
      )
      await eventually(
        async () => (await cluster.db.pg.query('select from call where finished_at is null')).rowCount === 0,
      )

      expect(secrets.in(await dump(cluster))).toEqual([])
      const stored = await redis.seen()
      expect(stored.includes('bull:outcome')).toBe(backend === 'redis')
      expect(secrets.in(stored)).toEqual([])
      const logs = cluster.members.map((member) => member.log())
      expect(logs.join('')).toContain('outcome fault')
      expect(secrets.in(logs.join(''))).toEqual([])
      expect(secrets.in(refusals.join('\n'), ['body'])).toEqual([])
      const shown = ['body', 'key', 'call token', 'trial key', 'rotated key', 'token', 'operator session']
      expect(secrets.in(answers.join('\n'), shown)).toEqual([])
      // What is shown once is found where it is shown: the search works.
      expect(secrets.in(answers.join('\n'))).toEqual(expect.arrayContaining(['call token', 'trial key', 'rotated key']))
      expect((await audit(cluster.db.pg)).filter(({ ok }) => !ok)).toEqual([])
    } finally {
      redis.close()
      await cluster.close()
      await chain.close()
      await toPostgres.close()
      await database.drop()
    }
  })
})

type Sent = { headers?: Record<string, string>; body?: unknown }

const asker =
  ({ baseUrl }: Member, heard: (status: number, text: string) => void) =>
  async (method: string, path: string, { headers = {}, body }: Sent) => {
    const response = await fetch(baseUrl + path, {
      method,
      headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
      redirect: 'manual',
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    const text = await response.text()
    heard(response.status, `${JSON.stringify([...response.headers])}\n${text}`)
    const isJson = response.headers.get('content-type')?.includes('json') === true
    // Safe: every JSON answer of ours is an object.
    return {
      status: response.status,
      headers: response.headers,
      text,
      body: isJson ? (JSON.parse(text) as Record<string, unknown>) : {},
    }
  }
