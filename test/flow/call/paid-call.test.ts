import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { audit } from '#shared/money/audit/audit.ts'

import { forgedCredential } from '#test/support/files/forged-credential.ts'
import { BACKENDS, eventually, openWorld, randomId, type World, PAYABLE } from '#test/support/world/world.ts'

const HELLO = '2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824'

describe.each(BACKENDS)('a paid call on the %s queue', (backend) => {
  let world: World
  beforeAll(async () => {
    world = await openWorld({ backend, env: PAYABLE })
    await world.ready()
  })
  afterAll(async () => {
    expect((await audit(world.db.pg)).filter(({ ok }) => !ok)).toEqual([])
    await world.close()
  })

  const balanceOf = async (keyId: string) => {
    const [row] = await world.sql<{ posted: string; held: string }>(
      `select a.posted, a.held from account a join service_key k on k.account_id = a.id where k.key_id = $1`,
      [keyId],
    )
    return { cents: Number(row?.posted) / 10_000, held: Number(row?.held) / 10_000 }
  }

  test('answers with the result, what it cost and how to read it again', async () => {
    const { key, keyId } = await world.key(20)
    const answer = await world.call('hash-text', { text: 'hello' }, { 'x-service-key': key })
    expect(answer.status).toBe(200)
    expect(Object.keys(answer.body).slice(0, 5)).toEqual(['ok', 'resource', 'total_usdc', 'steps', 'result'])
    expect(answer.body).toMatchObject({
      ok: true,
      resource: '/api/v1/outcomes/hash-text',
      total_usdc: '0.01',
      result: { hex: HELLO },
      charge: { cents: 1, paid_with: 'prepaid_key', balance_cents: 19 },
    })
    expect(answer.headers.get('x-charge-cents')).toBe('1')
    expect(answer.headers.get('x-call-id')).toBe(answer.body['call_id'])
    expect(answer.headers.get('x-request-id')).toBe(answer.body['request_id'])
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect(await balanceOf(keyId)).toEqual({ cents: 19, held: 0 })
  })

  test('without any credential answers 402 whatever the body, with accepts in the header and in the body', async () => {
    for (const body of [undefined, '{"text":', '[]', '{}']) {
      const answer = await world.request('POST', '/api/v1/outcomes/hash-text', body === undefined ? {} : { body })
      expect(answer.status).toBe(402)
      const header = JSON.parse(
        Buffer.from(answer.headers.get('payment-required') ?? '', 'base64').toString(),
      ) as Record<string, unknown>
      expect(answer.body).toMatchObject(header)
      expect(answer.body).toMatchObject({ ok: false, code: 'payment_required', x402Version: 2, charged_cents: 0 })
    }
    const [{ count } = { count: '0' }] = await world.sql<{ count: string }>(
      `select count(*) from call where payer = 'x402'`,
    )
    expect(count).toBe('0')
  })

  test('offers Base first for an impulse slug and Solana first for others', async () => {
    const first = async (slug: string) => {
      const { body } = await world.call(slug)
      // Safe: a 402 of ours.
      return (body['accepts'] as { network: string; amount: string }[])[0]
    }
    expect(await first('json-repair')).toMatchObject({ network: 'eip155:8453', amount: '10000' })
    expect(await first('hash-text')).toMatchObject({
      network: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
      amount: '10000',
    })
  })

  test('a wrong body is 422 in the words of pydantic and costs nothing', async () => {
    const { key, keyId } = await world.key(5)
    const answer = await world.call('hash-text', { algorithm: 'sha3' }, { 'x-service-key': key })
    expect(answer.status).toBe(422)
    expect(answer.body).toMatchObject({
      code: 'validation_error',
      charged_cents: 0,
      detail: [
        { type: 'missing', loc: ['body', 'text'], msg: 'Field required' },
        { type: 'literal_error', loc: ['body', 'algorithm'] },
      ],
    })
    expect(await balanceOf(keyId)).toEqual({ cents: 5, held: 0 })
  })

  test('a refusal of the outcome and a fault of ours release the hold', async () => {
    const { key, keyId } = await world.key(30)
    const down = await world.call('test-upstream-down', {}, { 'x-service-key': key })
    expect(down.status).toBe(502)
    expect(down.body).toMatchObject({ code: 'upstream_unavailable', charged_cents: 0, retryable: true })
    for (const slug of ['test-broken', 'test-wrong-answer']) {
      const broken = await world.call(slug, {}, { 'x-service-key': key })
      expect(broken.status).toBe(500)
      expect(broken.text).not.toContain('hunter2')
      expect(broken.body).toMatchObject({ code: 'internal', charged_cents: 0 })
    }
    expect(await balanceOf(keyId)).toEqual({ cents: 30, held: 0 })
  })

  test('300 calls at once on a balance for 100 are exactly 100', async () => {
    const { key, keyId } = await world.key(100)
    const answers = await Promise.all(
      Array.from({ length: 300 }, () => world.call('hash-text', { text: 'hello' }, { 'x-service-key': key })),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(100)
    const refused = answers.filter(({ status }) => status !== 200)
    expect(new Set(refused.map(({ body }) => body['code']))).toEqual(new Set(['insufficient_balance']))
    expect(refused.every(({ status, body }) => status === 402 && Array.isArray(body['accepts']))).toBe(true)
    expect(await balanceOf(keyId)).toEqual({ cents: 0, held: 0 })
  })

  test('the same Idempotency-Key 100 times at once runs once and answers all alike', async () => {
    const { key, keyId } = await world.key(1)
    const headers = { 'x-service-key': key, 'idempotency-key': randomId() }
    const answers = await Promise.all(
      Array.from({ length: 100 }, () => world.call('hash-text', { text: 'hello' }, headers)),
    )
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 100 }, () => 200))
    expect(new Set(answers.map(({ body }) => body['call_id'])).size).toBe(1)
    expect(answers.filter(({ headers }) => headers.get('idempotency-replayed') === 'true')).toHaveLength(99)
    expect(await balanceOf(keyId)).toEqual({ cents: 0, held: 0 })
    const again = await world.call('hash-text', { text: 'hello' }, headers)
    expect(again.status).toBe(200)
    const other = await world.call('hash-text', { text: 'other' }, headers)
    expect(other.status).toBe(422)
    expect(other.body).toMatchObject({ code: 'idempotency_key_reused', charged_cents: 0 })
  })

  test('an Idempotency-Key whose call was released may run anew', async () => {
    const { key } = await world.key(10)
    const headers = { 'x-service-key': key, 'idempotency-key': randomId() }
    const first = await world.call('test-upstream-down', {}, headers)
    const second = await world.call('test-upstream-down', {}, headers)
    expect([first.status, second.status]).toEqual([502, 502])
    expect(second.body['call_id']).not.toBe(first.body['call_id'])
  })

  test('Prefer: respond-async answers 202 at once, and the call can be read by token and by key', async () => {
    const { key } = await world.key(10)
    const accepted = await world.call(
      'test-slow',
      { ms: 300, label: 'later' },
      { 'x-service-key': key, prefer: 'respond-async' },
    )
    expect(accepted.status).toBe(202)
    expect(accepted.body).toMatchObject({ ok: true, charge: { cents: 1, state: 'held' } })
    const path = accepted.headers.get('location') ?? ''
    expect(path).toBe(`/api/v1/calls/${String(accepted.body['call_id'])}`)
    const byToken = { 'x-call-token': String(accepted.body['call_token']) }
    await eventually(async () => (await world.request('GET', path, { headers: byToken })).body['result'] !== undefined)
    for (const headers of [byToken, { 'x-service-key': key }]) {
      const read = await world.request('GET', path, { headers })
      expect(read.status).toBe(200)
      expect(read.body).toMatchObject({ ok: true, result: { label: 'later' }, charge: { cents: 1 } })
      expect(read.body['call_token']).toBeUndefined()
    }
    const stranger = await world.key(1)
    for (const headers of [{}, { 'x-call-token': 'ct_wrong' }, { 'x-service-key': stranger.key }]) {
      expect((await world.request('GET', path, { headers })).status).toBe(404)
    }
  })

  test('Prefer: wait=1 gives up waiting after a second, not the call', async () => {
    const { key, keyId } = await world.key(10)
    const answer = await world.call('test-slow', { ms: 1_400 }, { 'x-service-key': key, prefer: 'wait=1' })
    expect(answer.status).toBe(202)
    await eventually(async () => (await balanceOf(keyId)).held === 0)
    expect(await balanceOf(keyId)).toEqual({ cents: 9, held: 0 })
  })

  test('a caller who leaves while the call runs is charged, and can read the result for a day', async () => {
    const { key, keyId } = await world.key(10)
    const leave = new AbortController()
    const call = world
      .call('test-slow', { ms: 500, label: 'left' }, { 'x-service-key': key }, leave.signal)
      .catch(() => 'left')
    await eventually(
      async () =>
        (
          await world.sql(
            `select 1 from call c join service_key k on k.id = c.service_key_id where k.key_id = $1 and c.state = 'running'`,
            [keyId],
          )
        ).length === 1,
    )
    leave.abort()
    expect(await call).toBe('left')
    await eventually(async () => (await balanceOf(keyId)).held === 0)
    expect(await balanceOf(keyId)).toEqual({ cents: 9, held: 0 })
  })

  test('a caller who leaves while the call is being accepted gets the hold back', async () => {
    const { key, keyId } = await world.key(10)
    // A pool that looks served, so that the call is accepted and nobody starts it.
    await world.sql(
      `insert into worker_heartbeat (worker_id, pool, slots, busy, run_ms, lacks) values ('nobody', 'screenshot', 1, 0, 1, '{}')`,
    )
    await world.ready(['screenshot'])
    const holder = await world.db.pg.connect()
    try {
      await holder.query('begin')
      await holder.query(
        `select from account a join service_key k on k.account_id = a.id where k.key_id = $1 for update of a`,
        [keyId],
      )
      const leave = new AbortController()
      const call = world.call('test-shot', {}, { 'x-service-key': key }, leave.signal).catch(() => 'left')
      const heldUp = `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
      await eventually(async () => (await world.sql(heldUp)).length > 0)
      leave.abort()
      expect(await call).toBe('left')
      // The server has heard of it when it answers somebody else.
      await world.request('GET', '/livez')
    } finally {
      await holder.query('rollback')
      holder.release()
    }
    await eventually(async () => {
      const calls = await world.sql<{ state: string }>(
        `select c.state from call c join service_key k on k.id = c.service_key_id where k.key_id = $1`,
        [keyId],
      )
      return calls.length === 1 && calls[0]?.state === 'released'
    })
    expect(await balanceOf(keyId)).toEqual({ cents: 10, held: 0 })
    await world.sql(`delete from worker_heartbeat where worker_id = 'nobody'`)
  })

  test('a forged key or pass with the id of a real one gets nothing of its calls', async () => {
    const headers = { 'idempotency-key': 'order-1' }
    const { key } = await world.key(10)
    const { passToken } = await world.pass('month')
    for (const [name, genuine, code] of [
      ['x-service-key', key, 'invalid_service_key'],
      ['x-day-pass', passToken, 'invalid_pass'],
    ] as const) {
      const paid = await world.call('hash-text', { text: 'hello' }, { ...headers, [name]: genuine })
      expect(paid.status, paid.text).toBe(200)
      const forged = await world.call('hash-text', { text: 'hello' }, { ...headers, [name]: forgedCredential(genuine) })
      expect(forged).toMatchObject({ status: 402, body: { code } })
      const other = await world.call('hash-text', { text: 'other' }, { ...headers, [name]: forgedCredential(genuine) })
      expect(other).toMatchObject({ status: 402, body: { code } })
    }
  })

  test('X-Max-Cents refuses a dearer call before it runs', async () => {
    const { key, keyId } = await world.key(50)
    const answer = await world.call('test-dear', {}, { 'x-service-key': key, 'x-max-cents': '24' })
    expect(answer.status).toBe(402)
    expect(answer.body).toMatchObject({ code: 'over_max_cents', charged_cents: 0 })
    expect((await world.call('test-dear', {}, { 'x-service-key': key, 'x-max-cents': '25' })).status).toBe(200)
    expect(await balanceOf(keyId)).toEqual({ cents: 25, held: 0 })
  })

  test('a run over its time limit is released and answered, not charged', async () => {
    const { key, keyId } = await world.key(10)
    const answer = await world.call('test-slow', { ms: 60_000 }, { 'x-service-key': key })
    expect(answer.status).toBe(504)
    expect(answer.body).toMatchObject({ code: 'timeout', charged_cents: 0 })
    expect(await balanceOf(keyId)).toEqual({ cents: 10, held: 0 })
  })

  test('a result too large for a hint arrives all the same', async () => {
    const { key } = await world.key(10)
    const answer = await world.call('test-big', { bytes: 200_000 }, { 'x-service-key': key })
    expect(answer.status).toBe(200)
    // Safe: the outcome's declared output.
    expect((answer.body['result'] as { text: string }).text).toHaveLength(200_000)
  })

  test('keeps an input only while the call is open, and secrets in it never in clear', async () => {
    const { key, keyId } = await world.key(10)
    await world.call('hash-text', { text: 'hello', hmac_key: 'hunter2-hunter2' }, { 'x-service-key': key })
    const rows = await world.sql<{ input: string | null; digest: number; whole: string }>(
      `select c.input, length(c.input_digest) as digest, c::text as whole from call c join service_key k on k.id = c.service_key_id where k.key_id = $1`,
      [keyId],
    )
    expect(rows).toMatchObject([{ input: null, digest: 32 }])
    expect(rows[0]?.whole).not.toContain('hunter2')
  })

  test('an unknown slug is 404, whatever is sent with it', async () => {
    const { key } = await world.key(1)
    const answer = await world.call('no-such-slug', {}, { 'x-service-key': key })
    expect(answer.status).toBe(404)
    expect(answer.body).toMatchObject({ code: 'not_found', charged_cents: 0 })
  })
})
