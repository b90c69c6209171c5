import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { openClient } from '#test/support/world/client.ts'
import { type Cluster, type Member, openCluster } from '#test/support/world/cluster.ts'
import { cloneDatabase, type TestDatabase } from '#test/support/world/database.ts'
import { expectSettled } from '#test/support/world/expect-settled.ts'
import { isStopped } from '#test/support/is-stopped.ts'
import { cuttableProxy } from '#test/support/fakes/proxy.ts'
import { eventually, randomId } from '#test/support/world/world.ts'

const ACCEPT = 'call-accept-keyed'

let database: TestDatabase
let toPostgres: Awaited<ReturnType<typeof cuttableProxy>>
let cluster: Cluster
beforeAll(async () => {
  database = await cloneDatabase()
  toPostgres = await cuttableProxy(database.url)
  cluster = await openCluster('redis', { databaseUrl: database.url })
  await cluster.worker(['settlement-watch'])
})
afterAll(async () => {
  await cluster.close()
  await toPostgres.close()
  await database.drop()
})

describe('an accept that was committed, and whose answer is lost', () => {
  let ingress: Member
  let worker: Member
  beforeAll(async () => {
    ;[ingress, worker] = await Promise.all([
      cluster.ingress({ DATABASE_URL: toPostgres.url }),
      cluster.worker(['outcome']),
    ])
    await cluster.ready(ingress)
  })
  afterAll(() => Promise.all([cluster.kill(worker), cluster.kill(ingress)]))

  test.each([
    ['without an Idempotency-Key', {}],
    ['with an Idempotency-Key', { 'idempotency-key': randomId() }],
  ])('is answered and charged once, %s', async (_, headers) => {
    const client = await openClient(cluster)
    await client.untilServed(ingress)
    const lost = toPostgres.loseAnswerTo(ACCEPT)
    expect(await client.call(ingress, headers)).toMatchObject({ status: 200, body: { charge: { cents: 1 } } })
    await lost
    expect(await client.ownCalls()).toBe(2)
    await expectSettled(cluster, client.told)
  })

  test('is answered and charged once for each of the calls that shared it, also for the last cents of a key', async () => {
    const clients = await Promise.all([openClient(cluster, 6), openClient(cluster, 6)])
    // The first statement takes one call; while it is under way the others gather for the next.
    const lost = toPostgres.loseAnswerTo(ACCEPT, { skip: 1 })
    const answers = await Promise.all(
      clients.flatMap((client) => Array.from({ length: 6 }, () => client.call(ingress))),
    )
    await lost
    expect(answers.map((answer) => answer?.status)).toEqual(Array.from({ length: 12 }, () => 200))
    await expectSettled(cluster, ...clients.map(({ told }) => told))
  })

  test('is given back when the database stays away, and its caller was told which call to ask for', async () => {
    const client = await openClient(cluster)
    await client.untilServed(ingress)
    worker.signal('SIGSTOP')
    const lost = toPostgres.loseAnswerTo(ACCEPT, { thenCut: true })
    const answer = await client.call(ingress)
    await lost
    expect(answer).toMatchObject({ status: 503, body: { code: 'unavailable', charged_cents: 0 } })
    toPostgres.restore()
    const path = `/api/v1/calls/${String(answer?.body['call_id'])}`
    expect(answer?.body['fix']).toMatchObject({ method: 'GET', path })
    await eventually(async () => {
      const { rows } = await cluster.db.pg.query(
        `select refusal::jsonb->>'code' as code from call where state = 'released'`,
      )
      return rows.length === 1
    })
    const read = await fetch(ingress.baseUrl + path, { headers: { 'x-service-key': client.key } })
    expect(await read.json()).toMatchObject({ ok: false, code: 'unavailable' })
    worker.signal('SIGCONT')
    await client.untilServed(ingress)
    await expectSettled(cluster, client.told)
  })
})

describe('a worker cut from the database while it runs a call', () => {
  let ingress: Member
  beforeAll(async () => {
    ingress = await cluster.ingress()
  })

  /** A call at the moment its worker is about to finish it, with the worker cut off. */
  async function cutAtTheFinish() {
    const cutOff = await cluster.worker(['outcome'], {
      DATABASE_URL: toPostgres.url,
      CRASH_AT: 'before:call-finish',
      CRASH_BY: 'stop',
    })
    await cluster.ready(ingress)
    const client = await openClient(cluster)
    // A declared secret does not travel with its job: the worker starts the call, and has its whole lease.
    const answer = client.call(ingress, {}, { text: 'hello', hmac_key: 'a secret of the caller' })
    await eventually(async () => (await running()) === 1)
    await eventually(() => isStopped(cutOff))
    toPostgres.cut()
    cutOff.signal('SIGCONT')
    // An idle connection is reported as lost; one in use fails its statement.
    await eventually(() => /database connection lost|Connection terminated|ECONNRESET/.test(cutOff.log()))
    return { client, answer, cutOff }
  }

  const running = async () => {
    const { rows } = await cluster.db.pg.query<{ n: number }>(
      `select count(*)::int as n from call where state = 'running'`,
    )
    return rows[0]?.n ?? 0
  }

  const attempts = async () =>
    (await cluster.db.pg.query(`select attempt, state from call order by accepted_at desc limit 1`)).rows

  test('finishes it when the connection is back within the lease', async () => {
    const { client, answer, cutOff } = await cutAtTheFinish()
    toPostgres.restore()
    expect(await answer).toMatchObject({ status: 200, body: { charge: { cents: 1 } } })
    expect(await attempts()).toEqual([{ attempt: 1, state: 'captured' }])
    await expectSettled(cluster, client.told)
    await cluster.kill(cutOff)
  })

  test('is fenced out when another worker took the call over, and nothing is charged twice', async () => {
    const { client, answer, cutOff } = await cutAtTheFinish()
    const heir = await cluster.worker(['outcome'])
    expect(await answer).toMatchObject({ status: 200, body: { charge: { cents: 1 } } })
    toPostgres.restore()
    // The one that was cut off is at its finish again, learns that it is too late, and serves on.
    await cluster.kill(heir)
    await client.untilServed(ingress)
    expect((await cluster.db.pg.query(`select attempt from call order by accepted_at limit 100`)).rows).toContainEqual({
      attempt: 2,
    })
    await expectSettled(cluster, client.told)
    await cluster.kill(cutOff)
  })
})
