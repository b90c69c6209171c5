import { execFile } from 'node:child_process'

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'

import { credentialMint } from '#shared/money/credentials.ts'
import { grantPass } from '#shared/money/passes/grant-pass.ts'

import { COMPILE_CACHE } from '#test/support/fakes/compile-cache.ts'
import { type Cluster, type Member, openCluster } from '#test/support/world/cluster.ts'
import { eventually, openWorld, testEnv, type World } from '#test/support/world/world.ts'

const SECRET = testEnv('', undefined)['SERVER_SECRET'] ?? ''

const Line = z.looseObject({
  msg: z.literal('request'),
  requestId: z.string(),
  callId: z.string().optional(),
  slug: z.string().optional(),
  route: z.string().optional(),
  status: z.number(),
  code: z.string(),
  ms: z.number(),
  payer: z.string(),
})
type Line = z.output<typeof Line>

let cluster: Cluster
let ingress: Member
let world: World
let key: string
beforeAll(async () => {
  cluster = await openCluster('postgres')
  ingress = await cluster.ingress({ LOG_LEVEL: 'info' })
  await cluster.worker(['outcome', 'settlement-watch', 'router-workflow'])
  await cluster.ready(ingress)
  key = (await cluster.key(100)).key
  world = await openWorld({ backend: 'postgres' })
  await world.ready()
})
afterAll(async () => {
  await world.close()
  await cluster.close()
})

type Sent = { method?: string; body?: string; headers?: Record<string, string> }
type Got = { status: number; requestId: string; body: Record<string, unknown>; line: Line }

const lines = (): Line[] =>
  ingress
    .log()
    .split('\n')
    .filter((line) => line.startsWith('{') && line.includes('"msg":"request"'))
    .map((line) => Line.parse(JSON.parse(line)))

/** Sends a request and waits for its access line. */
async function send(path: string, { method = 'POST', body, headers = {} }: Sent = {}): Promise<Got> {
  const response = await fetch(`${ingress.baseUrl}${path}`, {
    method,
    headers: { 'content-type': 'application/json', ...headers },
    ...(body === undefined ? {} : { body }),
  })
  const text = await response.text()
  const requestId = response.headers.get('x-request-id') ?? ''
  const mine = () => lines().filter((line) => line.requestId === requestId)
  await eventually(() => mine().length > 0)
  const [line, ...more] = mine()
  if (line === undefined || more.length > 0) throw new Error('one line for each request')
  // Safe: every JSON answer of ours is an object.
  return { status: response.status, requestId, body: JSON.parse(text) as Record<string, unknown>, line }
}

const hash = (headers: Record<string, string> = {}, body = '{"text":"hello"}') =>
  send('/api/v1/outcomes/hash-text', { body, headers })

/** Runs beside this process: one that waited for it would keep the ingress and the worker of its world waiting, too. */
const cliOf = async (databaseUrl: string, args: string[]) => {
  const env = {
    PATH: process.env['PATH'] ?? '',
    DATABASE_URL: databaseUrl,
    SERVER_SECRET: SECRET,
    NODE_COMPILE_CACHE: COMPILE_CACHE,
  }
  const ended = Promise.withResolvers<{ status: number | string; stdout: string; stderr: string }>()
  execFile(process.execPath, ['shared/cli/main.ts', ...args], { env }, (error, stdout, stderr) =>
    ended.resolve({ status: error?.code ?? 0, stdout, stderr }),
  )
  return ended.promise
}
const cli = (...args: string[]) => cliOf(cluster.database.url, args)

describe('the access log', () => {
  test('has one line for a paid call, with its call and who paid', async () => {
    const paid = await hash({ authorization: `Bearer ${key}` })
    expect(paid.line).toMatchObject({
      slug: 'hash-text',
      callId: paid.body['call_id'],
      status: 200,
      code: 'ok',
      payer: 'key',
    })
    expect(paid.line.ms).toBeGreaterThan(0)
  })

  test('has one for every refusal, with its code and who was to pay', async () => {
    const { passToken } = await grantPass(cluster.db.pg, credentialMint(SECRET, 'test'), 'day')
    for (const [got, expected] of [
      [await hash(), { status: 402, code: 'payment_required', payer: 'none' }],
      [await hash({ 'x-service-key': key }, '{"text":'), { status: 400, code: 'invalid_json', payer: 'key' }],
      [await hash({ 'x-service-key': key }, '{}'), { status: 422, code: 'validation_error', payer: 'key' }],
      [
        await send('/api/v1/outcomes/http-headers', {
          body: '{"url":"https://example.com"}',
          headers: { 'x-day-pass': passToken },
        }),
        { status: 402, code: 'pass_scope', payer: 'pass' },
      ],
      [await send('/api/v1/outcomes/no-such'), { status: 404, code: 'not_found', slug: 'unknown' }],
      [await send('/nowhere', { method: 'GET' }), { status: 404, code: 'not_found', payer: 'none' }],
      [
        await send('/api/v1/outcomes/balance/status', { method: 'GET' }),
        { status: 401, code: 'unauthorized', route: 'GET /api/v1/outcomes/balance/status' },
      ],
    ] as const)
      expect(got.line).toMatchObject(expected)
  })

  test('names the call that a request reads, and never a key, a token or a path', async () => {
    const paid = await hash({ 'x-service-key': key })
    const id = String(paid.body['call_id'])
    const read = await send(`/api/v1/calls/${id}`, {
      method: 'GET',
      headers: { 'x-call-token': String(paid.body['call_token']) },
    })
    expect(read.line).toMatchObject({ callId: id, route: 'GET /api/v1/calls/:call_id', code: 'ok' })
    await send(`/nowhere/${key}?key=${key}`, { method: 'GET' })
    expect(ingress.log()).not.toContain(key.slice(12))
    expect(ingress.log()).not.toContain(String(paid.body['call_token']))
  })
})

describe('call show', () => {
  test('finds a call by its id and by the id of its request', async () => {
    const paid = await hash({ 'x-service-key': key })
    for (const id of [paid.requestId, String(paid.body['call_id'])]) {
      const { status, stdout } = await cli('call', 'show', id, '--json')
      expect([id, status]).toEqual([id, 0])
      expect(JSON.parse(stdout)).toMatchObject({
        call_id: paid.body['call_id'],
        slug: 'hash-text',
        state: 'captured',
        price_usd: '0.01',
        paid_with: 'prepaid',
        accepted_at: expect.stringMatching(/^\d{4}-.*Z$/),
        finished_at: expect.stringMatching(/Z$/),
        error: null,
      })
    }
    const { stdout } = await cli('call', 'show', paid.requestId)
    expect(stdout).toMatch(/^call_[0-9a-f]{32}\n {2}outcome {3}hash-text\n {2}state {5}captured\n/)
  })

  test('says why a call failed', async () => {
    const paying = await world.key(10)
    const failed = await world.call('test-upstream-down', {}, { 'x-service-key': paying.key })
    expect(failed.status).toBe(502)
    const shown = await cliOf(world.database.url, ['call', 'show', String(failed.body['request_id']), '--json'])
    expect(shown).toMatchObject({ status: 0, stderr: '' })
    expect(JSON.parse(shown.stdout)).toMatchObject({
      state: 'released',
      error: { code: 'upstream_unavailable' },
    })
  })

  test('says so when a request made no call', async () => {
    const { requestId } = await hash()
    const { status, stdout, stderr } = await cli('call', 'show', requestId)
    expect([status, stdout]).toEqual([1, ''])
    expect(stderr).toContain(`No call was made under ${requestId}.`)
  })
})

test('the command line calls with a key and prints for people', async () => {
  const call = ['call', 'hash-text', '--key', key, '--url', ingress.baseUrl]
  const { status, stdout } = await cli(...call, 'text=hello')
  expect([status, stdout]).toEqual([
    0,
    expect.stringMatching(/"hex": "2cf24dba[\s\S]*\n1 cent by prepaid key, \d+ cents left; call_/),
  ])
  const wrong = await cli(...call, 'algoritm=md5')
  expect(wrong.status).toBe(1)
  expect(wrong.stdout).toContain('body.algoritm: Extra inputs are not permitted: did you mean `algorithm`?')
  expect(JSON.parse((await cli(...call, 'text=hello', '--json')).stdout)).toMatchObject({
    status: 200,
    answer: { ok: true },
  })
})

describe('a call that is read', () => {
  /** Starts a call, and reads it until it is not running. */
  const readToEnd = async (slug: string, input: object) => {
    // The command line ran in this process's time, so its worker may have to show itself again.
    await world.ready()
    const headers = { 'x-service-key': (await world.key(50)).key, prefer: 'respond-async' }
    const accepted = await world.call(slug, input, headers)
    const path = `/api/v1/calls/${String(accepted.body['call_id'])}`
    const bodies: Record<string, unknown>[] = []
    await eventually(async () => {
      bodies.push((await world.request('GET', path, { headers })).body)
      return bodies.at(-1)?.['status'] !== 'running'
    })
    return { accepted, path, states: bodies.map(({ state }) => state), last: bodies.at(-1) }
  }

  test('has a state from its 202 to its end', async () => {
    const { accepted, path, states, last } = await readToEnd('test-slow', { ms: 400 })
    expect(accepted).toMatchObject({
      status: 202,
      body: { state: 'held', status: 'running', status_url: path, events_url: `${path}/events` },
    })
    expect(states.filter((state) => !['held', 'running', 'captured'].includes(String(state)))).toEqual([])
    expect(states).toContain('running')
    expect(last).toMatchObject({ ok: true, state: 'captured', status: 'succeeded', charge: { state: 'captured' } })
  })

  test('that failed says so', async () => {
    const { accepted, last } = await readToEnd('test-upstream-down', {})
    expect(accepted.status).toBe(202)
    expect(last).toMatchObject({ ok: false, state: 'released', status: 'failed', code: 'upstream_unavailable' })
  })
})
