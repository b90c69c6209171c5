import { createPublicKey, verify } from 'node:crypto'

import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { EVENT_TYPES } from '#shared/events/catalog.rules.ts'
import { noteLeftCallbacks } from '#shared/events/webhooks/note-callbacks.ts'
import { purgeEvents } from '#shared/events/purge-events.ts'
import { tellExpiringPasses } from '#shared/events/tell-expiring-passes.ts'
import { expireBoosts } from '#shared/market/boosts/expire-boosts.ts'
import { uuidOf } from '#shared/market/public-id.ts'

import { type Received, startFakeReceiver } from '#test/support/fakes/fake-receiver.ts'
import { BRIEF, hired, posted, proposed } from '#test/support/world/jobs.ts'
import { boughtBy, proveWallet, registerAccount, type Registered } from '#test/support/world/market.ts'
import { eventually, openWorld, PAYABLE, type World } from '#test/support/world/world.ts'

let receiver: Awaited<ReturnType<typeof startFakeReceiver>>
let world: World
beforeAll(async () => {
  receiver = await startFakeReceiver()
  world = await openWorld({
    backend: 'redis',
    pools: ['outcome', 'router-workflow'],
    env: { ...PAYABLE, EGRESS_ALLOW: receiver.allow },
    limits: { webhooks: 20 },
  })
  await world.ready()
})
afterAll(async () => {
  await world.close()
  await receiver.close()
})

type Event = { id: string; cursor: string; type: string; timestamp: string; data: Record<string, unknown> }
type Headers = Record<string, string>

/** The published events of a stream; waits until those of the given types are there. */
async function eventsOf(headers: Headers, types: readonly string[] = [], query = ''): Promise<Event[]> {
  let items: Event[] = []
  await eventually(async () => {
    const { status, body, text } = await world.request('GET', `/api/events?limit=200${query}`, { headers })
    expect(status, text).toBe(200)
    // Safe: the answer of our own server, by its document.
    items = body['items'] as Event[]
    return types.every((type) => items.some((event) => event.type === type))
  })
  return items
}

async function webhookOf(headers: Headers, path: string, more: Record<string, unknown> = {}, host?: string) {
  const { status, body, text } = await world.request('POST', '/api/webhooks', {
    headers,
    body: { url: receiver.url(path, host), ...more },
  })
  expect(status, text).toBe(201)
  return {
    at: `/api/webhooks/${String(body['webhook_id'])}`,
    id: String(body['webhook_id']),
    secret: String(body['secret']),
  }
}

const verified = (secret: string, { body, headers }: Received) => new Webhook(secret).verify(body, headers)
const keyHeaders = async (cents: number) => ({ 'x-service-key': (await world.key(cents)).key })
const deliveriesOf = async (at: string, headers: Headers) =>
  // Safe: the answer of our own server, by its document.
  (await world.request('GET', `${at}/deliveries`, { headers })).body['items'] as Record<string, unknown>[]

describe('events', () => {
  test('a call of a key that nobody watches writes none; from the first read on its calls are told, with balance and code', async () => {
    const key = await keyHeaders(101)
    await world.call('json-repair', { text: '{a:1' }, key)
    expect(await world.sql(`select from event where type like 'call.%'`)).toEqual([])
    expect(await eventsOf(key)).toEqual([])
    const { body } = await world.call('json-repair', { text: '{a:1' }, key)
    const [call, low] = await eventsOf(key, ['call.completed', 'balance.low'])
    expect(call).toMatchObject({
      type: 'call.completed',
      data: { call_id: body['call_id'], slug: 'json-repair', code: 'ok', charged_cents: 1, total_usdc: '0.01' },
    })
    expect(low).toMatchObject({ data: { balance_cents: 99, below_cents: 100, refill_due: false } })
    const rest = await eventsOf(key, [], `&after=${call?.cursor}`)
    expect(rest.map(({ type }) => type)).toEqual(['balance.low'])
    expect(await eventsOf(key, [], '&types=call.failed')).toEqual([])
  })

  test('a rotated key keeps its stream, a failed call and an empty balance are told, and nobody reads those of another', async () => {
    const key = await keyHeaders(5)
    await eventsOf(key)
    await world.call('test-upstream-down', {}, key)
    await Promise.all([1, 2, 3, 4, 5].map(() => world.call('json-repair', { text: '{a:1' }, key)))
    const rotated = await world.request('POST', '/api/v1/outcomes/balance/revoke', {
      headers: key,
      body: { rotate: true },
    })
    const next = { 'x-service-key': String(rotated.body['key']) }
    const events = await eventsOf(next, ['call.failed', 'call.completed', 'balance.depleted'])
    expect(events.find(({ type }) => type === 'call.failed')?.data).toMatchObject({
      charged_cents: 0,
      total_usdc: '0.00',
    })
    expect(await eventsOf(await keyHeaders(5))).toEqual([])
    const unknown = await world.request('GET', '/api/events', { headers: { 'x-service-key': 'fb_test_sk_nonsense' } })
    expect([unknown.status, (await world.request('GET', '/api/events')).status]).toEqual([401, 401])
  })

  test('a pass has a stream of its own, and is told once that it ends soon', async () => {
    const { token, id } = await passOf('day')
    const headers = { 'x-day-pass': token }
    await eventsOf(headers)
    await world.sql(`update pass set valid_until = now() + interval '90 minutes' where pass_id = $1`, [id])
    expect([await tellExpiringPasses(world.db.pg, 10), await tellExpiringPasses(world.db.pg, 10)]).toEqual([1, 0])
    expect(await eventsOf(headers, ['pass.expiring'])).toMatchObject([{ data: { pass_id: id, kind: 'day' } }])
  })

  test('readers of the stream get what happens, and behind Last-Event-ID what they missed', async () => {
    const key = await keyHeaders(50)
    await eventsOf(key)
    const controller = new AbortController()
    const open = (more: Headers) =>
      fetch(`${world.baseUrl}/api/events/stream`, { headers: { ...key, ...more }, signal: controller.signal })
    const live = await open({})
    await world.call('json-repair', { text: '{a:1' }, key)
    const first = await readUntil(live, 'call.completed')
    const again = await readUntil(await open({ 'last-event-id': '0' }), 'call.completed')
    expect(/^id: (\d+)$/m.exec(first)?.[1]).toBe(/^id: (\d+)$/m.exec(again)?.[1])
    const statuses = (await Promise.all(Array.from({ length: 7 }, () => open({})))).map(({ status }) => status)
    expect(statuses.filter((status) => status === 200).length).toBeLessThanOrEqual(5)
    expect(new Set(statuses)).toEqual(new Set([200, 503]))
    controller.abort()
  })

  test('pages follow each other by number where cursors get a digit more, and none is left out', async () => {
    const { key, keyId } = await world.key(1)
    await world.sql(
      `insert into event (stream, type, data, position)
       select 'key:' || k.account_id, 'call.failed', '{}', n from service_key k, generate_series(99999995, 100000004) n where k.key_id = $1`,
      [keyId],
    )
    const read: string[] = []
    for (let after = '0', hasMore = true; hasMore;) {
      const { body } = await world.request('GET', `/api/events?limit=3&after=${after}`, {
        headers: { 'x-service-key': key },
      })
      // Safe: the answer of our own server, by its document.
      read.push(...(body['items'] as Event[]).map(({ cursor }) => cursor))
      after = String(body['next_after'])
      hasMore = body['has_more'] === true
    }
    expect(read.map(Number)).toEqual(Array.from({ length: 10 }, (_, nth) => 99_999_995 + nth))
  })

  test('a wrong cursor, type or limit is named', async () => {
    const key = await keyHeaders(1)
    for (const query of ['after=x', 'types=call.unheard', 'limit=0'])
      expect((await world.request('GET', `/api/events?${query}`, { headers: key })).status).toBe(422)
  })
})

const passOf = async (kind: 'day') => {
  const pass = await world.pass(kind)
  return { token: pass.passToken, id: pass.passId }
}

async function readUntil(response: Response, text: string): Promise<string> {
  let read = ''
  // Safe: a response with an event stream has a body.
  for await (const chunk of response.body as ReadableStream<Uint8Array>) {
    read += Buffer.from(chunk).toString()
    if (read.includes(text)) break
  }
  return read
}

describe('webhooks', () => {
  test('a day through every slice: the official verifier takes each event, and each is as its schema says', async () => {
    const [seller, buyer, other] = await Promise.all([1, 2, 3].map(() => registerAccount(world)))
    const users = [seller, buyer, other].filter((user) => user !== undefined)
    const hooks = await Promise.all(
      users.map(async (user) => ({ user, hook: await webhookOf(user.bearer, user.username) })),
    )
    await aDay(users)
    const wanted = [
      [
        'listing.published',
        'listing.hidden',
        'listing.restored',
        'boost.expired',
        'feedback.received',
        'bid.placed',
        'auction.extended',
        'auction.closed',
        'purchase.paid',
        'purchase.delivered',
        'job.proposal',
        'job.hired',
        'job.delivered',
        'job.completed',
        'purchase.refunded',
        'purchase.disputed',
        'seller_endpoint.live',
        'seller_endpoint.unhealthy',
      ],
      [
        'bid.outbid',
        'feedback.replied',
        'report.decided',
        'purchase.paid',
        'purchase.delivered',
        'job.hired',
        'job.completed',
      ],
      ['auction.won'],
    ]
    for (const [nth, { user, hook }] of hooks.entries()) {
      await eventsOf(user.bearer, wanted[nth])
      const events = await eventsOf(user.bearer)
      await eventually(() => receiver.on(user.username).length >= events.length)
      const got = receiver.on(user.username)
      expect(got.map((one) => one.headers['webhook-id']).toSorted()).toEqual(events.map(({ id }) => id).toSorted())
      for (const one of got) {
        const { type, data } = verified(hook.secret, one) as Event
        const known = EVENT_TYPES.find((each) => each.type === type)
        expect(known?.data.strict().safeParse(data), `${type} ${JSON.stringify(data)}`).toMatchObject({ success: true })
      }
    }
  })

  test('an event of every type that exists is taken by the official verifier, as its schema says', async () => {
    const key = await keyHeaders(1)
    const { secret, id } = await webhookOf(key, 'every')
    const [{ stream } = { stream: '' }] = await world.sql<{ stream: string }>(
      `select stream from webhook where id = $1`,
      [uuidOf('whk', id)],
    )
    for (const { type, example } of EVENT_TYPES)
      await world.sql(`select tell($1, $2, $3)`, [stream, type, JSON.stringify(example)])
    await eventually(() => receiver.on('every').length === EVENT_TYPES.length)
    // Safe: the payload of an event.
    const got = new Map(receiver.on('every').map((one) => [one.type, verified(secret, one) as Event]))
    for (const { type, data } of EVENT_TYPES)
      expect(data.strict().safeParse(got.get(type)?.data), type).toMatchObject({ success: true })
  })

  test('types choose, the secret is shown once and again by the same Idempotency-Key, and after a rotation both sign', async () => {
    const key = await keyHeaders(50)
    const body = { url: receiver.url('rotated'), types: ['call.completed'] }
    const sent = { headers: { ...key, 'idempotency-key': 'once' }, body }
    const [made, replayed] = [
      await world.request('POST', '/api/webhooks', sent),
      await world.request('POST', '/api/webhooks', sent),
    ]
    expect(replayed.body['secret']).toBe(made.body['secret'])
    const at = `/api/webhooks/${String(made.body['webhook_id'])}`
    expect((await world.request('GET', at, { headers: key })).text).not.toContain('whsec_')
    const { body: rotated } = await world.request('POST', `${at}/rotate`, { headers: key, body: {} })
    await world.call('test-upstream-down', {}, key)
    await world.call('json-repair', { text: '{a:1' }, key)
    await eventually(() => receiver.on('rotated').length === 1)
    for (const secret of [made.body['secret'], rotated['secret']])
      expect(verified(String(secret), receiver.on('rotated')[0] as Received)).toMatchObject({ type: 'call.completed' })
  })

  test('failures are tried again under the same id after the pause that the receiver asks for, and are listed', async () => {
    const key = await keyHeaders(50)
    const { at, secret } = await webhookOf(key, 'busy-first')
    await world.request('POST', `${at}/test`, { headers: key })
    await eventually(async () => (await deliveriesOf(at, key))[0]?.['attempt'] === 1)
    const [failing] = await deliveriesOf(at, key)
    expect(failing).toMatchObject({ state: 'pending', attempts: [{ status: 503, response: 'busy' }] })
    const pause = Date.parse(String(failing?.['next_attempt_at'])) - Date.now()
    expect(pause).toBeGreaterThan(3_000)
    await world.sql(`update webhook_delivery set due_at = now() where id = $1`, [
      uuidOf('dlv', String(failing?.['delivery_id'])),
    ])
    await eventually(() => receiver.on('busy-first').length === 2)
    const ids = receiver.on('busy-first').map((one) => verified(secret, one) && one.headers['webhook-id'])
    expect(new Set(ids).size).toBe(1)
    await eventually(async () => (await deliveriesOf(at, key))[0]?.['state'] === 'delivered')
    await world.request('POST', `${at}/deliveries/${String(failing?.['delivery_id'])}/redeliver`, { headers: key })
    await eventually(() => receiver.on('busy-first').length === 3)
  })

  test('a receiver that is gone disables its webhook with an event; enabled again, it gets what it missed', async () => {
    const key = await keyHeaders(50)
    const { at, id } = await webhookOf(key, '410/x')
    await world.call('json-repair', { text: '{a:1' }, key)
    const told = await eventsOf(key, ['webhook.disabled'])
    expect(told.at(-1)?.data).toMatchObject({ webhook_id: id, reason: 'gone' })
    expect((await world.request('GET', at, { headers: key })).body).toMatchObject({
      state: 'disabled',
      disabled_reason: 'gone',
    })
    await world.call('json-repair', { text: '{a:1' }, key)
    const patch = { url: receiver.url('back'), enabled: true }
    await world.request('PATCH', at, { headers: key, body: patch })
    await eventsOf(key, ['call.completed'])
    const since = { since: new Date(Date.now() - 3_600_000).toISOString() }
    const { body } = await world.request('POST', `${at}/redeliver`, { headers: key, body: since })
    expect(Number(body['redelivered'])).toBeGreaterThanOrEqual(2)
    await eventually(() => receiver.on('back').filter(({ type }) => type === 'call.completed').length === 2)
  })

  test('five days of failures disable, four do not', async () => {
    const key = await keyHeaders(50)
    const { at, id } = await webhookOf(key, '500/x')
    const fail = async (days: number) => {
      await world.sql(`update webhook set failing_since = now() - make_interval(days => $2) where id = $1`, [
        uuidOf('whk', id),
        days,
      ])
      const tried = receiver.on('500/x').length
      await world.request('POST', `${at}/test`, { headers: key })
      await eventually(() => receiver.on('500/x').length > tried)
      await eventually(async () => (await deliveriesOf(at, key)).every((one) => Object(one['attempts']).length > 0))
      return (await world.request('GET', at, { headers: key })).body['state']
    }
    expect(await fail(4)).toBe('enabled')
    await fail(6)
    await eventually(
      async () => (await world.request('GET', at, { headers: key })).body['disabled_reason'] === 'failures',
    )
  })

  test('receivers that hang, never end or redirect delay others by less than a second', async () => {
    const [bad, good] = [await keyHeaders(50), await keyHeaders(50)]
    const dead = await Promise.all(
      ['hang/1', 'hang/2', 'forever/1', 'redirect/1'].map((path) => webhookOf(bad, path, {}, 'dead.test')),
    )
    await webhookOf(good, 'quick')
    for (let nth = 0; nth < 5; nth += 1) await world.call('json-repair', { text: '{a:1' }, bad)
    await eventually(() => receiver.on('hang/1').length > 0)
    for (let nth = 1; nth <= 3; nth += 1) {
      const began = Date.now()
      await world.call('json-repair', { text: '{a:1' }, good)
      await eventually(() => receiver.on('quick').length === nth)
      expect((receiver.on('quick').at(-1)?.at ?? Infinity) - began).toBeLessThan(1_000)
    }
    await eventually(async () =>
      (await deliveriesOf(dead[2]?.at ?? '', bad)).some(({ state }) => state === 'delivered'),
    )
    await eventually(
      async () => Object((await deliveriesOf(dead[3]?.at ?? '', bad))[0])['attempts']?.[0]?.status === 302,
    )
    expect(Object((await deliveriesOf(dead[3]?.at ?? '', bad))[0]).attempts[0].error).toContain('redirect')
  })

  test('an address inside our network is not reached, and http is refused', async () => {
    const key = await keyHeaders(50)
    const plain = await world.request('POST', '/api/webhooks', { headers: key, body: { url: 'http://example.com/in' } })
    expect(plain.status).toBe(422)
    const { body } = await world.request('POST', '/api/webhooks', {
      headers: key,
      body: { url: 'https://169.254.169.254/' },
    })
    const at = `/api/webhooks/${String(body['webhook_id'])}`
    await world.request('POST', `${at}/test`, { headers: key })
    await eventually(async () => Object((await deliveriesOf(at, key))[0])['attempts']?.length === 1)
    expect(Object((await deliveriesOf(at, key))[0]).attempts[0]).toMatchObject({
      status: null,
      error: expect.stringContaining('public'),
    })
  })

  test('an account makes ten webhooks and no more, however many it asks for at once, and finds none of others', async () => {
    const user = await registerAccount(world)
    const body = { url: receiver.url('many') }
    const asked = await Promise.all(Array.from({ length: 14 }, () => user.request('POST', '/api/webhooks', body)))
    expect(asked.filter(({ status }) => status === 201)).toHaveLength(10)
    expect(asked.filter(({ status }) => status === 409)).toHaveLength(4)
    const id = String(asked.find(({ status }) => status === 201)?.body['webhook_id'])
    const other = await registerAccount(world)
    const paths: [string, string][] = [
      ['GET', ''],
      ['DELETE', ''],
      ['POST', '/test'],
      ['GET', '/deliveries'],
    ]
    for (const [method, more] of paths)
      expect((await other.request(method, `/api/webhooks/${id}${more}`)).status).toBe(404)
    expect((await user.request('DELETE', `/api/webhooks/${id}`)).status).toBe(200)
  })

  test('an account that makes and deletes one after the other is stopped, and told when it may go on', async () => {
    const user = await registerAccount(world)
    let made = 0
    for (;;) {
      const { status, body, headers } = await user.request('POST', '/api/webhooks', { url: receiver.url('churned') })
      if (status !== 201) {
        expect([status, body['code'], made]).toEqual([429, 'rate_limited', 20])
        expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
        break
      }
      made += 1
      await user.request('DELETE', `/api/webhooks/${String(body['webhook_id'])}`)
    }
    expect((await user.request('GET', '/api/webhooks')).body['items']).toEqual([])
  })

  test('a trial key reads events and makes no webhooks', async () => {
    const claimed = await world.request('POST', '/api/v1/outcomes/balance/trial/claim', {
      body: { agent_id: 'events' },
    })
    const trial = { 'x-service-key': String(claimed.body['key']) }
    expect((await world.request('GET', '/api/events', { headers: trial })).status).toBe(200)
    const { status, body } = await world.request('POST', '/api/webhooks', {
      headers: trial,
      body: { url: receiver.url('t') },
    })
    expect([status, body['code']]).toEqual([402, 'trial_not_accepted'])
  })
})

describe('X-Callback-URL', () => {
  test('the end of a call is sent to it once, and the published key verifies it', async () => {
    const key = await keyHeaders(50)
    const callback = { 'x-callback-url': receiver.url('called', 'callback.test'), prefer: 'respond-async' }
    const { status, body } = await world.call('json-repair', { text: '{a:1' }, { ...key, ...callback })
    expect(status).toBe(202)
    await eventually(() => receiver.on('called').length === 1)
    const { headers, body: text } = receiver.on('called')[0] as Received
    expect(JSON.parse(text)).toMatchObject({
      type: 'call.completed',
      data: { call_id: body['call_id'], charged_cents: 1 },
    })
    const { body: published } = await world.request('GET', '/.well-known/webhook-key.json')
    const publicKey = createPublicKey({ key: Object(published['jwk']), format: 'jwk' })
    const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${text}`
    const signature = Buffer.from(headers['webhook-signature'].slice('v1a,'.length), 'base64')
    expect(verify(null, Buffer.from(signed), publicKey, signature)).toBe(true)
    expect((await eventsOf(key)).map(({ data }) => data['call_id'])).toEqual([body['call_id']])
  })

  test('inside our network is not reached; the call is charged and answered all the same', async () => {
    const key = await keyHeaders(5)
    const callback = { 'x-callback-url': 'https://169.254.169.254/latest/meta-data' }
    const { status, body } = await world.call('json-repair', { text: '{a:1' }, { ...key, ...callback })
    expect([status, Object(body['charge']).cents]).toEqual([200, 1])
    const tried = `select attempts from webhook_delivery where url = $1 and attempts <> '[]'`
    const attempts = async () => (await world.sql(tried, [callback['x-callback-url']]))[0]?.['attempts']
    await eventually(async () => (await attempts()) !== undefined)
    expect(await attempts()).toMatchObject([{ status: null, error: expect.stringContaining('only public addresses') }])
  })

  test('that an ingress asked for and did not note is sent by housekeeping once, whether the call runs or has ended', async () => {
    const key = await keyHeaders(20)
    const { body } = await world.call('json-repair', { text: '{a:1' }, key)
    const failed = await world.call('test-upstream-down', {}, key)
    const slow = world.call('test-slow', { ms: 1_500 }, key)
    const idOf = async (slug: string) =>
      (await world.sql<{ id: string }>(`select id from call where slug = $1 order by id desc limit 1`, [slug]))[0]?.id
    await eventually(async () => (await idOf('test-slow')) !== undefined)
    const calls = [await idOf('json-repair'), await idOf('test-upstream-down'), await idOf('test-slow')]
    for (const [nth, id] of calls.entries())
      await world.sql(
        `insert into callback_asked (call_id, url, created_at) values ($1, $2, now() - interval '11 seconds')`,
        [id, receiver.url(`left/${nth}`, 'callback.test')],
      )
    const both = await Promise.all([noteLeftCallbacks(world.db.pg, 10), noteLeftCallbacks(world.db.pg, 10)])
    expect(both.reduce((sum, noted) => sum + noted) + (await noteLeftCallbacks(world.db.pg, 10))).toBe(3)
    await slow
    await eventually(() => [0, 1, 2].every((nth) => receiver.on(`left/${nth}`).length > 0))
    const sent = [0, 1, 2].map((nth) => receiver.on(`left/${nth}`).map((one) => Object(JSON.parse(one.body))))
    expect(sent).toMatchObject([
      [
        {
          type: 'call.completed',
          data: { call_id: body['call_id'], code: 'ok', charged_cents: 1, total_usdc: '0.01' },
        },
      ],
      [{ type: 'call.failed', data: { code: failed.body['code'], charged_cents: 0, total_usdc: '0.00' } }],
      [{ type: 'call.completed', data: { slug: 'test-slow' } }],
    ])
    const known = EVENT_TYPES.find(({ type }) => type === 'call.completed')
    for (const [one] of sent) expect(known?.data.strict().safeParse(one.data)).toMatchObject({ success: true })
  })

  test('of a call that answers an earlier one is sent once for that one, and of a refused call nothing is kept', async () => {
    const key = await keyHeaders(1)
    const once = { ...key, 'idempotency-key': 'again', 'x-callback-url': receiver.url('again', 'callback.test') }
    const { 'x-callback-url': _, ...first } = once
    const { body } = await world.call('json-repair', { text: '{a:1' }, first)
    for (let nth = 0; nth < 2; nth += 1) await world.call('json-repair', { text: '{a:1' }, once)
    await eventually(() => receiver.on('again').length > 0)
    const refused = await world.call(
      'json-repair',
      { text: '{b:1' },
      { ...key, 'x-callback-url': once['x-callback-url'] },
    )
    expect(refused.status).toBe(402)
    await eventually(async () => (await world.sql('select from callback_asked')).length === 0)
    expect(receiver.on('again').map((one) => Object(JSON.parse(one.body)).data.call_id)).toEqual([body['call_id']])
  })

  test.each([
    ['json-repair', { text: '{a:1' }, 'http://example.com/'],
    ['json-repair', { text: '{a:1' }, 'https://u:p@example.com/'],
    ['json-repair', { text: '{a:1' }, 'nonsense'],
    ['reliability-scorecard', {}, 'https://example.com/'],
  ])('a %s call of %j with %s is refused before any charge', async (slug, body, url) => {
    const key = await keyHeaders(5)
    const { status, text } = await world.call(slug, body, { ...key, 'x-callback-url': url })
    expect(status, text).toBe(400)
    const balance = await world.request('GET', '/api/v1/outcomes/balance/status', { headers: key })
    expect(balance.body['balance_cents']).toBe(5)
  })
})

describe('usage', () => {
  test('is counted by day, outcome and code for a key, as JSON and CSV, and by listing for an account', async () => {
    const key = await keyHeaders(50)
    await world.call('json-repair', { text: '{a:1' }, key)
    await world.call('json-repair', { text: '{b:1' }, key)
    await world.call('test-upstream-down', {}, key)
    const { body } = await world.request('GET', '/api/usage?limit=1', { headers: key })
    const day = new Date().toISOString().slice(0, 10)
    expect(body).toMatchObject({
      total: 2,
      has_more: true,
      items: [{ day, slug: 'json-repair', code: 'ok', calls: 2, cents: 2 }],
    })
    const csv = await world.request('GET', '/api/usage.csv', { headers: key })
    expect(csv.text.split('\r\n')).toEqual([
      'day,slug,code,calls,cents',
      `${day},json-repair,ok,2,2`,
      `${day},test-upstream-down,upstream_unavailable,1,0`,
      '',
    ])
    expect((await world.request('GET', '/api/usage', { headers: await keyHeaders(5) })).body['total']).toBe(0)
    const buyer = await registerAccount(world)
    await boughtBy(world, buyer)
    expect((await buyer.request('GET', '/api/usage')).body).toMatchObject({
      items: [{ code: 'paid', calls: 1, cents: 0 }],
    })
  })

  test.each(['from=2026-01-01&to=2026-12-31', 'from=2026-02-02&to=2026-02-01', 'from=yesterday'])(
    '%s is 422',
    async (query) => {
      expect((await world.request('GET', `/api/usage?${query}`, { headers: await keyHeaders(1) })).status).toBe(422)
    },
  )
})

test('sign-ins are listed, and one that is ended reads nothing more', async () => {
  const user = await registerAccount(world)
  const login = { body: { username: user.username, password: user.password } }
  const { body } = await world.request('POST', '/api/auth/login', login)
  const second = { authorization: `Bearer ${String(body['access_token'])}` }
  // Safe: the answer of our own server, by its document.
  const items = (await user.request('GET', '/api/auth/sessions')).body['items'] as {
    session_id: string
    is_current: boolean
  }[]
  expect(items.map((item) => item.is_current)).toEqual([false, true])
  expect((await user.request('DELETE', `/api/auth/sessions/${items[0]?.session_id}`)).status).toBe(200)
  expect((await world.request('GET', '/api/auth/me', { headers: second })).status).toBe(401)
  expect((await user.request('GET', '/api/auth/me')).status).toBe(200)
})

test('events and deliveries are kept for thirty days', async () => {
  await world.sql(`insert into event (stream, type, data, position, created_at) values
    ('key:0', 'call.failed', '{}', 1, now() - interval '31 days'), ('key:0', 'call.failed', '{}', 2, now() - interval '29 days')`)
  await purgeEvents(world.db.pg)
  expect(await world.sql(`select position from event where stream = 'key:0'`)).toEqual([{ position: '2' }])
})

/** What happens to a seller, a buyer and another user in one day. */
async function aDay(users: readonly Registered[]): Promise<void> {
  const [seller, buyer, other] = users
  if (seller === undefined || buyer === undefined || other === undefined) throw new Error('a day takes three users')
  await proveWallet(world, seller)
  const purchase = await boughtBy(world, buyer, seller)
  const { body: review } = await buyer.request('POST', `${purchase}/feedback`, { rating: 5 })
  const reply = { reply: 'Thank you.' }
  await reportOf(purchase, buyer)
  expect(
    (await seller.request('POST', `/api/feedback/${String(review['feedback_id'])}/reply`, reply)).status,
  ).toBeLessThan(300)
  const auction = {
    listing_type: 'auction',
    title: 'Sold to the highest bid',
    status: 'live',
    auction: { start_price_cents: 100 },
  }
  const { body } = await seller.request('POST', '/api/listings', auction)
  const listing = uuidOf('lst', String(body['listing_id']))
  await world.sql(
    `update auction set starts_at = now() - interval '1 hour', ends_at = now() + interval '1 minute', latest_end_at = now() + interval '1 day' where listing_id = $1`,
    [listing],
  )
  await buyer.request('POST', `/api/listings/${String(body['listing_id'])}/bids`, { amount_cents: 100 })
  await other.request('POST', `/api/listings/${String(body['listing_id'])}/bids`, { amount_cents: 300 })
  await world.sql(`update auction set ends_at = now() - interval '1 second' where listing_id = $1`, [listing])
  await world.sql(`select close_auction($1, gen_random_uuid())`, [listing])
  const work = await hired(world, { poster: seller, worker: buyer })
  expect(
    (
      await work.do(buyer, 'deliver', {
        notes: 'Every heading is translated, the links were checked, and it is attached.',
      })
    ).status,
  ).toBe(200)
  expect((await work.do(seller, 'accept')).status).toBe(200)
  await proposed(other, await posted(seller, BRIEF))
  await changedByHand(seller, uuidOf('pur', purchase.split('/').at(-1) ?? '') ?? '')
}

/** What other processes do: a dispute, a refund and the probes of an endpoint; written as they stand. */
async function changedByHand(seller: Registered, purchase: string): Promise<void> {
  const id = uuidOf('usr', seller.userId)
  const [{ listing_id: listing } = { listing_id: '' }] = await world.sql<{ listing_id: string }>(
    `select listing_id from purchase where id = $1`,
    [purchase],
  )
  await world.sql(`update listing set hidden_at = now() where id = $1`, [listing])
  await world.sql(`update listing set hidden_at = null where id = $1`, [listing])
  await world.sql(
    `insert into boost (id, listing_id, owner_id, tier_id, currency, hours, price_cents, expires_at) values (gen_random_uuid(), $1, $2, 'day', 'usdc', 24, 500, now())`,
    [listing, id],
  )
  expect(await expireBoosts(world.db.pg, 10)).toBe(1)
  await world.sql(`update report set state = 'upheld', decided_at = now() where listing_id = $1`, [listing])
  await world.sql(`update purchase set status = 'disputed' where id = $1`, [purchase])
  await world.sql(`update purchase set status = 'refunded' where id = $1`, [purchase])
  await world.sql(
    `insert into seller_endpoint (id, owner_id, slug, title, description, category) values (gen_random_uuid(), $1, $2, 'An endpoint', 'What a call does and answers', 'data')`,
    [id, seller.username],
  )
  await world.sql(`update seller_endpoint set state = 'live', live_since = now() where slug = $1`, [seller.username])
  await world.sql(
    `update seller_endpoint set state = 'paused', pause_reason = 'probe', probe_problem = 'It did not answer' where slug = $1`,
    [seller.username],
  )
}

/** A report by a buyer of the listing that was bought. */
async function reportOf(purchase: string, buyer: Registered): Promise<void> {
  const [row] = await world.sql<{ listing_id: string }>(`select listing_id from purchase where id = $1`, [
    uuidOf('pur', purchase.split('/').at(-1) ?? ''),
  ])
  const path = `/api/listings/lst_${row?.listing_id.replaceAll('-', '')}/report`
  expect(
    (await buyer.request('POST', path, { reason: 'other', details: 'It is not what it says it is.' })).status,
  ).toBe(201)
}
