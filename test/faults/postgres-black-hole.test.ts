import { afterAll, beforeAll, expect, inject, test } from 'vitest'

import { openClient } from '../support/world/client.ts'
import { type Cluster, type Member, openCluster } from '../support/world/cluster.ts'
import { cloneDatabase, type TestDatabase } from '../support/world/database.ts'
import { expectSettled } from '../support/world/expect-settled.ts'
import { ownRedisUrl } from '../support/world/own-redis.ts'
import { cuttableProxy } from '../support/fakes/proxy.ts'

const FROZEN_MS = 10_000

let database: TestDatabase
let toPostgres: Awaited<ReturnType<typeof cuttableProxy>>
let toRedis: Awaited<ReturnType<typeof cuttableProxy>>
let cluster: Cluster
let ingress: Member
beforeAll(async () => {
  database = await cloneDatabase()
  toPostgres = await cuttableProxy(database.url)
  toRedis = await cuttableProxy(await ownRedisUrl(inject('redisUrl')))
  cluster = await openCluster('redis', { databaseUrl: database.url })
  ;[ingress] = await Promise.all([
    cluster.ingress({ DATABASE_URL: toPostgres.url, REDIS_URL: toRedis.url }),
    cluster.worker(['outcome']),
    cluster.worker(['settlement-watch']),
  ])
  await cluster.ready(ingress)
})
afterAll(async () => {
  await cluster.close()
  await Promise.all([toPostgres.close(), toRedis.close()])
  await database.drop()
})

test.each([
  ['Redis', () => toRedis],
  ['PostgreSQL', () => toPostgres],
])(
  'a network that swallows everything between an ingress and %s: calls are refused, and served when it is whole again',
  { timeout: 90_000 },
  async (_, network) => {
    const client = await openClient(cluster, 1_000_000)
    const load = Array.from({ length: 4 }, () => client.load(ingress))
    await client.untilServed(ingress)
    network().freeze()
    // What was under way may be answered, in time or later; what comes now is refused.
    await client.untilRefused(ingress)
    await client.expectUnavailable(ingress, FROZEN_MS)
    network().thaw()
    await client.untilServed(ingress)
    for (const statuses of await Promise.all(load.map((one) => one.stop())))
      expect([...statuses].filter((status) => status !== 200 && status !== 503)).toEqual([])
    await expectSettled(cluster, client.told)
  },
)
