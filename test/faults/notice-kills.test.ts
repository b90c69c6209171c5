import { randomUUID } from 'node:crypto'

import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { audit } from '#shared/money/audit/audit.ts'

import { startFakeReceiver } from '#test/support/fakes/fake-receiver.ts'
import { type MailServer, openMailServer } from '#test/support/fakes/mail-server.ts'
import { type Cluster, type Member, openCluster } from '#test/support/world/cluster.ts'
import { eventually } from '#test/support/world/world.ts'

let cluster: Cluster
let receiver: Awaited<ReturnType<typeof startFakeReceiver>>
let mails: MailServer
beforeAll(async () => {
  receiver = await startFakeReceiver()
  mails = await openMailServer()
  cluster = await openCluster('redis')
})
afterAll(async () => {
  await cluster.close()
  await receiver.close()
  await mails.close()
})

describe('the callback of a call', () => {
  let allow = {}
  let worker: Member
  beforeAll(async () => {
    allow = { EGRESS_ALLOW: receiver.allow }
    worker = await cluster.worker(['outcome', 'router-workflow', 'settlement-watch'], allow)
  })
  afterAll(() => cluster.kill(worker))

  test.each([
    'before:callback-ask',
    'after:callback-ask',
    'before:call-accept-keyed',
    'after:call-accept-keyed',
    'before:callback-note',
    'after:callback-note',
  ])('is sent once though its ingress is killed %s, if the call was charged, and never if it was not', async (at) => {
    const doomed = await cluster.ingress({ ...allow, CRASH_AT: at })
    await cluster.ready(doomed)
    const { key, keyId } = await cluster.key(10)
    const path = at.replace(':', '-')
    const callback = { 'x-service-key': key, 'x-callback-url': receiver.url(path, 'callback.test') }
    expect(await cluster.call(doomed, 'json-repair', { text: '{a: 1' }, callback)).toBeNull()
    await doomed.gone
    const ended = async () =>
      (
        await cluster.db.pg.query<{ id: string; finished: boolean }>(
          `select c.id, c.finished_at is not null as finished from call c join service_key k on k.id = c.service_key_id where k.key_id = $1`,
          [keyId],
        )
      ).rows
    await eventually(async () => (await ended()).every(({ finished }) => finished))
    const calls = await ended()
    expect(calls).toHaveLength(/callback-ask|before:call-accept/.test(at) ? 0 : 1)
    // Another call comes after it: once that one is told, nothing of the first is still on its way.
    const next = await cluster.ingress(allow)
    await cluster.ready(next)
    await eventually(() => receiver.on(path).length === calls.length)
    await cluster.db.pg.query(`update callback_asked set created_at = now() - interval '1 minute'`)
    const later = { 'x-service-key': key, 'x-callback-url': receiver.url(`${path}-later`, 'callback.test') }
    expect((await cluster.call(next, 'json-repair', { text: '{b: 1' }, later))?.status).toBe(200)
    await eventually(() => receiver.on(`${path}-later`).length === 1)
    expect(receiver.on(path)).toHaveLength(calls.length)
    expect((await audit(cluster.db.pg)).filter(({ ok }) => !ok)).toEqual([])
    await cluster.kill(next)
  })
})

test('workers that are killed while they send mail lose none, and repeat one only under its Message-ID', async () => {
  const { pg } = cluster.db
  const env = { SMTP_URL: mails.url, MAIL_FROM: 'Farebox <no-reply@farebox.example>' }
  const MAILS = 120
  const users = Array.from({ length: MAILS }, () => randomUUID())
  await pg.query(
    `insert into market_user (id, account_id, username, skeleton, email, email_confirmed_at)
     select id, id, 'm' || substr(replace(id::text, '-', ''), 1, 20), id::text, id || '@mail.example', now() from unnest($1::uuid[]) id`,
    [users],
  )
  const write = (from: number) =>
    pg.query(
      `insert into mail (user_id, kind, about) select id, 'notice', '{"type": "payout.sent", "data": {"amount_usdc": "1.00"}}' from unnest($1::uuid[]) id`,
      [users.slice(from, from + MAILS / 3)],
    )
  for (let round = 0; round < 3; round += 1) {
    const taken = mails.count()
    await write((round * MAILS) / 3)
    const victim = await cluster.worker(['router-workflow'], env)
    await eventually(() => mails.count() > taken + 5)
    await cluster.kill(victim)
  }
  // What a killed worker had claimed waits for two minutes; the test does not.
  await pg.query('update mail set due_at = now()')
  const last = await cluster.worker(['router-workflow'], env)
  await eventually(async () => (await pg.query('select from mail')).rowCount === 0)
  await cluster.kill(last)
  for (const id of users) {
    const got = mails.to(`${id}@mail.example`)
    expect(got.length).toBeGreaterThan(0)
    expect(new Set(got.map(({ headers }) => headers['message-id'])).size).toBe(1)
  }
})
