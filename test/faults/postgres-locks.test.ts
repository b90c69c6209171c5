import { randomBytes } from 'node:crypto'

import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { openClient } from '../support/world/client.ts'
import { type Cluster, type Member, openCluster } from '../support/world/cluster.ts'
import { expectSettled } from '../support/world/expect-settled.ts'
import { isStopped } from '../support/is-stopped.ts'
import { type Answer, eventually } from '../support/world/world.ts'

let cluster: Cluster
let ingress: Member
beforeAll(async () => {
  cluster = await openCluster('redis')
  ;[ingress] = await Promise.all([
    cluster.ingress({ MAX_IN_FLIGHT: '40' }),
    cluster.worker(['outcome']),
    cluster.worker(['settlement-watch']),
  ])
  await cluster.ready(ingress)
})
afterAll(() => cluster.close())

/** A connection of somebody else, in a transaction. */
async function someoneElse(statement: string, url = cluster.database.url): Promise<{ leave: () => Promise<void> }> {
  const other = new Client({ connectionString: url })
  // It may be ended by the server.
  other.on('error', () => {})
  await other.connect()
  await other.query('begin')
  await other.query(statement)
  return {
    async leave() {
      await other.query('rollback').catch(() => {})
      await other.end()
    },
  }
}

/** Sessions of these processes' role that wait for a lock. */
const waiting = async () => {
  const { rows } = await cluster.db.pg.query<{ n: number }>(
    `select count(*)::int as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  )
  return rows[0]?.n ?? 0
}

test(
  'while a table is locked calls are refused by the lock limit, none piles up, and all goes on afterwards',
  { timeout: 30_000 },
  async () => {
    const client = await openClient(cluster)
    await client.untilServed(ingress)
    const { leave } = await someoneElse('lock table call in access exclusive mode')
    // More than the ingress holds at once, wave after wave, for longer than a lock is waited for.
    const waves = []
    for (let wave = 0; wave < 2; wave += 1) {
      const answers = Promise.all(Array.from({ length: 60 }, () => client.call(ingress)))
      waves.push(answers)
      await eventually(async () => (await waiting()) > 0)
      expect(await waiting()).toBeLessThanOrEqual(6)
      await answers
    }
    const answers = (await Promise.all(waves)).flat()
    expect([...new Set(answers.map((answer) => answer?.status))]).toEqual([503])
    expect(new Set(answers.map((answer) => answer?.body['code']))).toEqual(new Set(['overloaded', 'unavailable']))
    await leave()
    await client.untilServed(ingress)
    await expectSettled(cluster, client.told)
  },
)

test('a call that runs when its table is locked is finished once the lock is gone', async () => {
  const stopped = await cluster.worker(['screenshot', 'outcome'], { CRASH_AT: 'before:call-finish', CRASH_BY: 'stop' })
  const client = await openClient(cluster)
  const answers: Promise<Answer | null>[] = []
  // Two workers share the queue: sooner or later the one that stops has a call.
  await eventually(() => {
    answers.push(client.call(ingress))
    return isStopped(stopped)
  })
  const { leave } = await someoneElse('lock table call in access exclusive mode')
  stopped.signal('SIGCONT')
  await eventually(async () => (await waiting()) > 0)
  await leave()
  expect(new Set((await Promise.all(answers)).map((answer) => answer?.status))).toEqual(new Set([200]))
  await expectSettled(cluster, client.told)
  await cluster.kill(stopped)
})

test('a transaction that its process left idle is ended, and until then delays only calls on its own key', async () => {
  const [frozenKey, other] = await Promise.all([openClient(cluster), openClient(cluster)])
  const frozen = await cluster.ingress({ CRASH_AT: 'before:commit', CRASH_BY: 'stop' })
  const revocation = fetch(`${frozen.baseUrl}/api/v1/outcomes/balance/revoke`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-service-key': frozenKey.key },
    body: '{"confirm":true}',
  }).catch(() => null)
  await eventually(() => isStopped(frozen))
  expect(await idleTransactions()).toBe(1)

  // Its row is locked: this call waits for it, in one statement with the others that come at the same time.
  const order: string[] = []
  const held = frozenKey.call(ingress).finally(() => order.push('of the locked key'))
  const others = Array.from({ length: 20 }, () => other.call(ingress).finally(() => order.push('of another key')))
  expect((await Promise.all(others)).map((answer) => answer?.status)).toEqual(Array.from({ length: 20 }, () => 200))
  expect(await held).toMatchObject({ status: 503, body: { code: 'unavailable' } })
  expect(order.at(-1)).toBe('of the locked key')

  await eventually(async () => (await idleTransactions()) === 0)
  await frozenKey.untilServed(ingress)
  frozen.signal('SIGCONT')
  expect((await revocation)?.status).toBe(503)
  await expectSettled(cluster, frozenKey.told, other.told)
  await cluster.kill(frozen)
})

async function idleTransactions(): Promise<number> {
  const { rows } = await cluster.db.pg.query<{ n: number }>(
    `select count(*)::int as n from pg_stat_activity where datname = current_database() and state = 'idle in transaction'`,
  )
  return rows[0]?.n ?? 0
}

test('with every connection of the database taken calls are refused, and taken again when there are some', async () => {
  const role = `app_${randomBytes(4).toString('hex')}`
  await cluster.db.pg.query(`create role ${role} login password 'x' connection limit 50`)
  for (const schema of ['public', 'bullmq', 'months']) {
    await cluster.db.pg.query(`grant usage on schema ${schema} to ${role}`)
    for (const kind of ['tables', 'sequences', 'functions'])
      await cluster.db.pg.query(`grant all on all ${kind} in schema ${schema} to ${role}`)
  }
  const address = new URL(cluster.database.url)
  address.username = role
  address.password = 'x'
  await Promise.all(Array.from({ length: 50 }, () => sleepAs(address.href)))
  const crowded = await cluster.ingress({ DATABASE_URL: address.href, DB_POOL_MAX: '2' })
  const client = await openClient(cluster)
  try {
    const burst = await Promise.all(Array.from({ length: 30 }, () => client.call(crowded)))
    expect([...new Set(burst.map((answer) => answer?.status))]).toEqual([503])
    await client.expectUnavailable(crowded)
    await cluster.db.pg.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where usename = $1 and query ~ 'pg_sleep'`,
      [role],
    )
    await client.untilServed(crowded)

    // And the process's own two, by routes that hold one for a transaction: they take turns and none waits for ever.
    const status = () =>
      fetch(`${crowded.baseUrl}/api/v1/outcomes/balance/status`, {
        method: 'POST',
        headers: { 'x-service-key': client.key, 'content-type': 'application/json' },
        body: '{}',
      }).then((response) => response.status)
    const mixed = await Promise.all(
      Array.from({ length: 60 }, async (_, nth) => (nth % 3 === 0 ? (await client.call(crowded))?.status : status())),
    )
    expect([...new Set(mixed)]).toEqual([200])
    await expectSettled(cluster, client.told)
  } finally {
    await cluster.kill(crowded)
    await cluster.db.pg.query(`drop owned by ${role}`)
    await cluster.db.pg.query(`drop role ${role}`)
  }
})

/** A session that sleeps until it is ended. */
async function sleepAs(url: string): Promise<void> {
  const sleeper = new Client({ connectionString: url })
  sleeper.on('error', () => {})
  await sleeper.connect()
  void sleeper.query('select pg_sleep(600)').catch(() => {})
}
