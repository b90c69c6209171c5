import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { uuidOfCallId } from '#shared/lib/call-id.ts'
import { audit } from '#shared/money/audit/audit.ts'

import { heldBack, runsOf } from '#test/support/world/test-outcomes.ts'
import { BACKENDS, eventually, openWorld, randomId, type World } from '#test/support/world/world.ts'

describe.each(BACKENDS)('a workflow on the %s queue', (backend) => {
  let world: World
  beforeAll(async () => {
    world = await openWorld({ backend, pools: ['router-workflow', 'screenshot', 'settlement-watch'] })
    await world.ready()
  })
  afterAll(async () => {
    expect((await audit(world.db.pg)).filter(({ ok }) => !ok)).toEqual([])
    await world.close()
  })

  const balance = async (keyId: string) => {
    const [row] = await world.sql<{ posted: string; held: string }>(
      `select a.posted, a.held from account a join service_key k on k.account_id = a.id where k.key_id = $1`,
      [keyId],
    )
    return [Number(row?.posted) / 10_000, Number(row?.held)]
  }

  test('runs its parts, also in another pool, and is charged once as one call', async () => {
    const { key, keyId } = await world.key(60)
    const label = randomId()
    const answer = await world.call('test-workflow', { label }, { 'x-service-key': key })
    expect(answer.status).toBe(200)
    expect(answer.body).toMatchObject({
      result: { first: { runs: 1 }, second: { runs: 1 }, shot: {}, failed: null },
      charge: { cents: 49, balance_cents: 11 },
    })
    const steps = [
      { step: 'first', slug: 'test-counted', state: 'done', ms: expect.any(Number) },
      { step: 'second', slug: 'test-counted', state: 'done', ms: expect.any(Number) },
      { step: 'test-shot', slug: 'test-shot', state: 'done', ms: expect.any(Number) },
    ]
    expect(answer.body['steps']).toHaveLength(3)
    expect(answer.body['steps']).toEqual(expect.arrayContaining(steps))
    expect(await balance(keyId)).toEqual([11, 0])
    const parts = await world.sql(
      `select p.payer, p.price, p.hold_id, p.state from call p join call c on c.id = p.part_of where p.slug = 'test-shot' and c.slug = 'test-workflow'`,
    )
    expect(parts).toMatchObject([{ payer: 'part', price: '0', hold_id: null, state: 'captured' }])
  })

  test('a part that fails is the workflow’s to judge: taken for missing, or the end of it, uncharged', async () => {
    const { key, keyId } = await world.key(60)
    const failed = await world.call(
      'test-workflow',
      { label: randomId(), failing: true, required: true },
      { 'x-service-key': key },
    )
    expect(failed).toMatchObject({ status: 502, body: { code: 'upstream_unavailable', charged_cents: 0 } })
    expect(await balance(keyId)).toEqual([60, 0])
    const partial = await world.call('test-workflow', { label: randomId(), failing: true }, { 'x-service-key': key })
    expect(partial).toMatchObject({ status: 200, body: { result: { second: null, failed: 'upstream_unavailable' } } })
    // The two later steps begin at once, in either order.
    expect(partial.body['steps']).toEqual(
      expect.arrayContaining([expect.objectContaining({ step: 'second', state: 'failed' })]),
    )
  })

  test('resumed by another attempt it runs no finished step again, and is charged once', async () => {
    const { key, keyId } = await world.key(60)
    const label = randomId()
    const taken = Promise.withResolvers<void>()
    heldBack.set(`${label}-second`, taken.promise)
    const call = world.call('test-workflow', { label }, { 'x-service-key': key })
    await eventually(
      async () =>
        (
          await world.sql(
            `select 1 from call_step s join call c on c.id = s.call_id join service_key k on k.id = c.service_key_id where k.key_id = $1 and s.step = 'first' and s.state = 'done'`,
            [keyId],
          )
        ).length === 1,
    )
    // As if its worker had been killed right there: the lease is over, and what it still does is fenced out. Said again
    // until somebody took it over, because the worker, which lives, renews its lease.
    await eventually(async () => {
      await world.sql(
        `update call set lease_until = now() - interval '1 second', enqueued_at = now() - interval '10 seconds' from service_key k where k.id = call.service_key_id and k.key_id = $1 and state = 'running' and attempt = 1`,
        [keyId],
      )
      const later = await world.sql(
        `select 1 from call c join service_key k on k.id = c.service_key_id where k.key_id = $1 and c.attempt > 1`,
        [keyId],
      )
      return later.length === 1
    })
    taken.resolve()
    const answer = await call
    expect(answer).toMatchObject({ status: 200, body: { charge: { cents: 49 } } })
    expect(runsOf.get(`${label}-first`)).toBe(1)
    expect(await balance(keyId)).toEqual([11, 0])
    const [row] = await world.sql<{ attempt: number }>(
      `select attempt from call c join service_key k on k.id = c.service_key_id where k.key_id = $1`,
      [keyId],
    )
    expect(row?.attempt).toBe(2)
  })

  test('shows its progress while it runs, polled and as events', async () => {
    const { key } = await world.key(60)
    const label = randomId()
    const watched = Promise.withResolvers<void>()
    heldBack.set(`${label}-first`, watched.promise)
    const accepted = await world.call('test-workflow', { label }, { 'x-service-key': key, prefer: 'respond-async' })
    const path = accepted.headers.get('location') ?? ''
    const headers = { 'x-call-token': String(accepted.body['call_token']) }
    const { body: stream } = await fetch(`${world.baseUrl}${path}/events`, { headers })
    let events = ''
    const reading = (async () => {
      for await (const text of stream?.pipeThrough(new TextDecoderStream()) ?? []) events += text
    })()
    await eventually(() => events.includes('"state":"running"'))
    const { body } = await world.request('GET', path, { headers })
    expect(body['steps']).toMatchObject([{ step: 'first', state: 'running' }])
    watched.resolve()
    await reading
    const seen = eventsIn(events)
    expect(seen.filter(({ name }) => name === 'step').length).toBeGreaterThanOrEqual(4)
    expect(seen.at(-1)?.name).toBe('done')
    expect(JSON.parse(seen.at(-1)?.data ?? '')).toMatchObject({ ok: true, charge: { cents: 49 } })
  })

  test('its events: after a break the present state, counted on; after the end nothing more; for nobody else', async () => {
    const { key } = await world.key(120)
    const { key: other } = await world.key(10)
    const start = async () => {
      const { headers, body } = await world.call(
        'test-workflow',
        { label: randomId() },
        { 'x-service-key': key, prefer: 'respond-async' },
      )
      return { path: `${headers.get('location')}/events`, token: { 'x-call-token': String(body['call_token']) } }
    }
    const [one, another] = [await start(), await start()]
    const read = async (headers: Record<string, string>) => {
      const response = await fetch(`${world.baseUrl}${one.path}`, { headers })
      return { status: response.status, text: await response.text() }
    }
    const whole = eventsIn((await read(one.token)).text)
    expect(whole.map(({ id }) => id)).toEqual([...whole.slice(0, -1).map((_, at) => String(at + 1)), 'done'])

    const again = eventsIn((await read({ 'x-service-key': key, 'last-event-id': '2' })).text)
    expect(again.map(({ id, name }) => [id, name])).toEqual([
      ['3', 'step'],
      ['4', 'step'],
      ['5', 'step'],
      ['done', 'done'],
    ])
    for (const { name, data } of again) if (name === 'step') expect(JSON.parse(data)).toMatchObject({ state: 'done' })
    expect(JSON.parse(again.at(-1)?.data ?? '')).toMatchObject({ ok: true, charge: { cents: 49 } })
    // What is no id of ours is no id.
    expect(eventsIn((await read({ ...one.token, 'last-event-id': '-1e9' })).text)[0]?.id).toBe('1')

    expect(await read({ ...one.token, 'last-event-id': 'done' })).toEqual({ status: 204, text: '' })
    for (const wrong of [{}, another.token, { 'x-service-key': other }, { 'x-service-key': `${key}x` }]) {
      for (const lastSeen of ['1', 'done']) {
        const { status, text } = await read({ ...wrong, 'last-event-id': lastSeen })
        expect([status, JSON.parse(text)]).toMatchObject([404, { code: 'not_found', charged_cents: 0 }])
      }
    }

    await world.sql(
      `update call set result = null, idem = null, purged_at = now(), finished_at = now() - interval '25 hours', accepted_at = now() - interval '26 hours'
       where id = $1`,
      [uuidOfCallId(/call_\w+/.exec(one.path)?.[0] ?? '')],
    )
    const late = await read(one.token)
    expect([late.status, JSON.parse(late.text)]).toMatchObject([410, { code: 'gone', charged_cents: 0 }])
  })
})

const eventsIn = (text: string) =>
  text
    .split('\n\n')
    .map((event) => ({
      id: /^id: (.*)/m.exec(event)?.[1],
      name: /event: (\w+)/.exec(event)?.[1],
      data: /data: (.*)/.exec(event)?.[1] ?? '',
    }))
    .filter(({ name }) => name !== undefined)
