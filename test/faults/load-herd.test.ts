import { setTimeout as pause } from 'node:timers/promises'

import { expect, inject, test } from 'vitest'

import { audit } from '#shared/money/audit/audit.ts'

import { openCluster } from '../support/world/cluster.ts'
import { cloneDatabase } from '../support/world/database.ts'
import { ownRedisUrl } from '../support/world/own-redis.ts'
import { cuttableProxy } from '../support/fakes/proxy.ts'
import { eventually, randomId } from '../support/world/world.ts'

const CLIENTS = 400
const OUTAGE_MS = 60_000
const RECOVERY_MS = 15_000

test('after a minute without database and queue, all who were sent away come back spread out and are served, once each', async () => {
  const database = await cloneDatabase()
  const toPostgres = await cuttableProxy(database.url)
  const toRedis = await cuttableProxy(await ownRedisUrl(inject('redisUrl')))
  const cluster = await openCluster('redis', { databaseUrl: database.url, redisUrl: toRedis.url })
  const behindProxy = { DATABASE_URL: toPostgres.url }
  try {
    const [ingress] = await Promise.all([
      cluster.ingress(behindProxy),
      cluster.worker(['outcome'], behindProxy),
      cluster.worker(['settlement-watch'], behindProxy),
    ])
    await cluster.ready(ingress)
    const keys = await Promise.all(Array.from({ length: 20 }, () => cluster.key(1_000)))
    const told: number[] = []
    let restoredAt = Infinity
    let strayed = 0

    /** Wants one call, and comes again when it was told to, until it has its answer. */
    const client = async (nth: number) => {
      const headers = { 'x-service-key': keys[nth % keys.length]?.key ?? '', 'idempotency-key': randomId() }
      let triesSince = 0
      for (;;) {
        const since = performance.now() > restoredAt
        const answer = await cluster.call(ingress, 'hash-text', { text: `client ${nth}` }, headers)
        if (since) triesSince += 1
        if (answer?.status === 200) return { servedAt: performance.now(), triesSince }
        if (answer?.status !== 503 || answer.body['charged_cents'] !== 0) strayed += 1
        const seconds = Number(answer?.headers.get('retry-after') ?? 1)
        told.push(seconds)
        await pause(seconds * 1_000)
      }
    }

    toPostgres.cut()
    toRedis.cut()
    const herd = Array.from({ length: CLIENTS }, (_, nth) => client(nth))
    await pause(OUTAGE_MS)
    toPostgres.restore()
    toRedis.restore()
    restoredAt = performance.now()
    const served = await Promise.all(herd)
    const recoveredMs = Math.max(...served.map(({ servedAt }) => servedAt)) - restoredAt
    const tries = served.reduce((sum, { triesSince }) => sum + triesSince, 0)
    process.stdout.write(
      `herd: ${CLIENTS} clients served ${Math.round(recoveredMs)} ms after the outage, in ${tries} tries\n`,
    )

    expect(strayed).toBe(0)
    expect(recoveredMs).toBeLessThan(RECOVERY_MS)
    // No two waves: each was turned away twice at most once everything was back.
    expect(tries).toBeLessThan(CLIENTS * 3)
    expect(new Set(told).size).toBeGreaterThan(1)
    const after = await Promise.all(
      Array.from({ length: CLIENTS }, (_, nth) =>
        cluster.call(ingress, 'hash-text', { text: 'after' }, { 'x-service-key': keys[nth % keys.length]?.key ?? '' }),
      ),
    )
    expect(after.filter((answer) => answer?.status !== 200)).toEqual([])

    await eventually(
      async () => (await cluster.db.pg.query('select from call where finished_at is null')).rowCount === 0,
      30_000,
    )
    const { rows } = await cluster.db.pg.query(
      `select sum(1000 * 10000 - posted)::int / 10000 as paid, sum(held)::int as held from account where kind = 'wallet'`,
    )
    expect(rows).toEqual([{ paid: 2 * CLIENTS, held: 0 }])
    expect((await audit(cluster.db.pg)).filter(({ ok }) => !ok)).toEqual([])
  } finally {
    await cluster.close()
    await Promise.all([toPostgres.close(), toRedis.close()])
    await database.drop()
  }
})
