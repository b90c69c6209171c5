import { afterAll, beforeAll, expect, test } from 'vitest'

import { openClient } from '#test/support/world/client.ts'
import { type Cluster, type Member, openCluster } from '#test/support/world/cluster.ts'
import { expectSettled } from '#test/support/world/expect-settled.ts'
import { redisServers } from '#test/support/world/redis-servers.ts'
import { eventually } from '#test/support/world/world.ts'

/*
 * A master of Debian's Redis, its replica, and three sentinels of which two agree on a failover.
 */
const MASTER = 'farebox-queues'
const BY_SENTINELS = { REDIS_SENTINEL_MASTER: MASTER }

const servers = redisServers()
let watched: Awaited<ReturnType<typeof servers.sentinels>>
let cluster: Cluster
let ingress: Member
beforeAll(async () => {
  watched = await servers.sentinels(MASTER)
  cluster = await openCluster('redis', { redisUrl: watched.sentinels.map(({ url }) => url).join(',') })
  ingress = await cluster.ingress(BY_SENTINELS)
  await cluster.worker(['outcome'], BY_SENTINELS)
  await cluster.worker(['settlement-watch'], BY_SENTINELS)
  await cluster.ready(ingress)
})
afterAll(async () => {
  await cluster.close()
  await servers.close()
})

test('the master dies under load and its replica takes over: calls are served again, nothing is lost, nothing is charged twice', async () => {
  const { master, replica } = watched
  const client = await openClient(cluster, 100_000)
  await client.untilServed(ingress)
  const loads = Array.from({ length: 4 }, () => client.load(ingress))
  await master.kill()
  await eventually(async () => String(await replica.command('role')).startsWith('master'))
  await client.untilServed(ingress)
  // The former master comes back as a replica, and nobody writes to it.
  await master.restart()
  await eventually(async () => String(await master.command('role')).startsWith('slave'))
  await client.untilServed(ingress)
  const met = await Promise.all(loads.map((load) => load.stop()))
  expect(met.every((statuses) => statuses.has(200))).toBe(true)
  expect(
    met.flatMap((statuses) => [...statuses]).filter((status) => ![200, 202, 503, 504].includes(status ?? 0)),
  ).toEqual([])
  await expectSettled(cluster, client.told)
})
