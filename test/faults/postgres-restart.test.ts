import { afterAll, beforeAll, expect, test } from 'vitest'

import { openClient } from '#test/support/world/client.ts'
import { type Cluster, type Member, openCluster } from '#test/support/world/cluster.ts'
import { expectSettled } from '#test/support/world/expect-settled.ts'
import { type OwnPostgres, ownPostgres } from '#test/support/world/own-postgres.ts'

let postgres: OwnPostgres
let cluster: Cluster
let ingress: Member
let worker: Member
beforeAll(async () => {
  postgres = await ownPostgres()
  cluster = await openCluster('redis', { databaseUrl: await postgres.migrated('product') })
  ;[ingress, worker] = await Promise.all([
    cluster.ingress(),
    cluster.worker(['outcome']),
    cluster.worker(['settlement-watch']),
  ])
  await cluster.ready(ingress)
})
afterAll(async () => {
  await cluster.close()
  await postgres.close()
})

test('PostgreSQL stopped at once and back after a second: what is held is answered, what comes meanwhile is refused', async () => {
  const client = await openClient(cluster)
  await client.untilServed(ingress)
  worker.signal('SIGSTOP')
  const { answers } = await client.hold(ingress, 10)
  await postgres.down('SIGQUIT')
  await client.expectUnavailable(ingress, 1_000)
  await postgres.up()
  worker.signal('SIGCONT')
  expect((await answers).map((answer) => answer?.status)).toEqual(Array.from({ length: 10 }, () => 200))
  await client.untilServed(ingress)
  await expectSettled(cluster, client.told)
})

test('PostgreSQL stopped at once in the midst of calls: each is answered and charged, or refused and free', async () => {
  const clients = await Promise.all(Array.from({ length: 6 }, () => openClient(cluster)))
  const loads = clients.map((client) => client.load(ingress))
  for (let times = 0; times < 2; times += 1) {
    await Promise.all(clients.map((client) => client.untilServed(ingress)))
    await postgres.down('SIGQUIT')
    await clients[0]?.expectUnavailable(ingress)
    await postgres.up()
  }
  await Promise.all(clients.map((client) => client.untilServed(ingress)))
  const met = await Promise.all(loads.map((load) => load.stop()))
  expect(new Set(met.flatMap((statuses) => [...statuses]))).toEqual(new Set([200, 503]))
  await expectSettled(cluster, ...clients.map(({ told }) => told))
})
