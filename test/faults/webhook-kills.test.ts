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
  let written = 0
  for (let kill = 0; kill < KILLS; kill += 1) {
    const victim = await cluster.worker(['router-workflow'], env)
    await pg.query(
      `insert into event (stream, type, data) select 'key:0', 'call.failed', jsonb_build_object('nth', n) from generate_series(1, $1) n`,
      [EVENTS / KILLS],
    )
    written += EVENTS / KILLS
    const seen = receiver.received.length
    await eventually(() => receiver.received.length > seen + 50)
    await cluster.kill(victim)
  }
  await cluster.kill(steady)
  await cluster.worker(['router-workflow'], env)
  const left = async () =>
    (await pg.query<{ n: number }>(`select count(*)::int as n from webhook_delivery where state = 'pending'`)).rows[0]
      ?.n
  await eventually(async () => receiver.received.length >= written * webhooks.length && (await left()) === 0)
  await pause(500)

  const { rows } = await pg.query<{ id: string }>(`select id from event`)
  const ids = rows.map(({ id }) => publicId('evt', id)).toSorted()
  expect(ids).toHaveLength(EVENTS)
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
