import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'

import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { webhookSigner } from '#shared/events/webhooks/webhook-signer.ts'
import { publicId } from '#shared/market/public-id.ts'

import { startFakeReceiver } from '#test/support/fakes/fake-receiver.ts'
import { type Cluster, openCluster } from '#test/support/world/cluster.ts'
import { testEnv, eventually } from '#test/support/world/world.ts'

const EVENTS = 2_000
const KILLS = 4

const CALLBACKS_EACH = 200

/** The ends of calls that had a callback, as the trigger writes them. */
const CALLBACKS = `
with calls as (
  insert into call_callback (call_id, url) select gen_random_uuid(), $2 from generate_series(1, $1::int) returning call_id
)
insert into event (stream, type, data) select 'callback:' || call_id, 'call.failed', jsonb_build_object('call_id', call_id) from calls`

let cluster: Cluster
let receiver: Awaited<ReturnType<typeof startFakeReceiver>>
beforeAll(async () => {
  receiver = await startFakeReceiver()
  cluster = await openCluster('redis')
})
afterAll(async () => {
  await cluster.close()
  await receiver.close()
})

test('processes that are killed while they deliver lose no event, and repeat one only under its id', async () => {
  const { pg } = cluster.db
  const env = { EGRESS_ALLOW: receiver.allow }
  const webhooks = Array.from({ length: 4 }, () => randomUUID())
  for (const [nth, id] of webhooks.entries())
    await pg.query(`insert into webhook (id, stream, url) values ($1, 'key:0', $2)`, [id, receiver.url(`kill/${nth}`)])
  const steady = await cluster.worker(['router-workflow'], env)
  const left = async () =>
    (await pg.query<{ n: number }>(`select count(*)::int as n from webhook_delivery where state = 'pending'`)).rows[0]
      ?.n
  let written = 0
  for (let kill = 0; kill < KILLS; kill += 1) {
    const victim = await (kill % 2 === 0 ? cluster.worker(['router-workflow'], env) : cluster.deliver(env))
    await pg.query(
      `insert into event (stream, type, data) select 'key:0', 'call.failed', jsonb_build_object('nth', n) from generate_series(1, $1) n`,
      [EVENTS / KILLS],
    )
    await pg.query(CALLBACKS, [CALLBACKS_EACH, receiver.url('called', 'callback.test')])
    written += EVENTS / KILLS
    const seen = receiver.received.length
    await eventually(() => receiver.received.length > seen + 50)
    await cluster.kill(victim)
  }
  await cluster.kill(steady)
  // The rest is the work of a process that does nothing else.
  await cluster.worker(['router-workflow'], { ...env, DELIVERIES: 'apart' })
  expect(await left()).toBeGreaterThan(0)
  await cluster.deliver(env)
  await eventually(
    async () => receiver.received.length >= written * webhooks.length + CALLBACKS_EACH * KILLS && (await left()) === 0,
  )
  await pause(500)

  const { rows } = await pg.query<{ id: string }>(`select id from event where stream = 'key:0'`)
  const ids = rows.map(({ id }) => publicId('evt', id)).toSorted()
  expect(ids).toHaveLength(EVENTS)
  const called = receiver.on('called')
  const byId = Map.groupBy(called, ({ headers }) => headers['webhook-id'])
  expect(byId.size).toBe(CALLBACKS_EACH * KILLS)
  for (const repeated of byId.values()) expect(new Set(repeated.map(({ body }) => body)).size).toBe(1)
  const signer = webhookSigner(testEnv('', undefined)['SERVER_SECRET'] ?? '')
  for (const [nth, webhook] of webhooks.entries()) {
    const got = receiver.on(`kill/${nth}`)
    expect([...new Set(got.map(({ headers }) => headers['webhook-id']))].toSorted()).toEqual(ids)
    const verifier = new Webhook(signer.secretOf(webhook, 0))
    for (const { body, headers } of got) expect(() => verifier.verify(body, headers)).not.toThrow()
    const texts = new Map<string, string>()
    for (const { body, headers } of got) {
      expect(texts.get(headers['webhook-id']) ?? body).toBe(body)
      texts.set(headers['webhook-id'], body)
    }
  }
})
