import { afterAll, beforeAll, expect, test } from 'vitest'

import { type Client, openClient } from '#test/support/world/client.ts'
import { type Cluster, type Member, openCluster } from '#test/support/world/cluster.ts'
import { expectSettled } from '#test/support/world/expect-settled.ts'
import { type OwnRedisServer, ownRedisServer } from '#test/support/world/own-redis-server.ts'
import { cuttableProxy } from '#test/support/fakes/proxy.ts'
import { eventually } from '#test/support/world/world.ts'

let redis: OwnRedisServer
let spare: OwnRedisServer
let address: Awaited<ReturnType<typeof cuttableProxy>>
let cluster: Cluster
let ingress: Member
let worker: Member
let client: Client
beforeAll(async () => {
  ;[redis, spare] = await Promise.all([ownRedisServer(), ownRedisServer()])
  // The address of the service, behind which a failover changes the server.
  address = await cuttableProxy(redis.url)
  cluster = await openCluster('redis', { redisUrl: address.url })
  ;[ingress, worker] = await Promise.all([
    cluster.ingress(),
    cluster.worker(['outcome']),
    cluster.worker(['settlement-watch']),
  ])
  await cluster.ready(ingress)
  client = await openClient(cluster)
})
afterAll(async () => {
  await cluster.close()
  await address.close()
  await Promise.all([redis.close(), spare.close()])
})

const readiness = async () => (await fetch(`${ingress.baseUrl}/readyz`)).status
const all = (status: number, count: number) => Array.from({ length: count }, () => status)
const statuses = async (answers: Promise<({ status: number } | null)[]>) => (await answers).map((one) => one?.status)

test('while the memory of Redis is full new calls are refused before any hold, and held ones wait in PostgreSQL', async () => {
  await client.untilServed(ingress)
  worker.signal('SIGSTOP')
  const { answers } = await client.hold(ingress, 10)
  await redis.command('CONFIG', 'SET', 'maxmemory', '1')
  await client.untilRefused(ingress)
  await client.expectRefused(ingress, 500)
  expect(await readiness()).toBe(503)
  worker.signal('SIGCONT')
  await client.expectRefused(ingress, 500)
  await redis.command('CONFIG', 'SET', 'maxmemory', '0')
  expect(await statuses(answers)).toEqual(all(200, 10))
  await client.untilServed(ingress)
  expect(await readiness()).toBe(200)
  await expectSettled(cluster, client.told)
})

test('a reply connection that is killed again and again delays answers and loses none', async () => {
  await client.untilServed(ingress)
  const answers = []
  for (let round = 0; round < 10; round += 1) {
    const calls = Promise.all(Array.from({ length: 5 }, () => client.call(ingress, { prefer: 'wait=5' })))
    await redis.command('CLIENT', 'KILL', 'TYPE', 'pubsub')
    answers.push(...(await calls))
  }
  expect(answers.map((answer) => answer?.status)).toEqual(all(200, 50))
  await eventually(async () => String(await redis.command('CLIENT', 'LIST', 'TYPE', 'pubsub')).includes('addr='))
  await expectSettled(cluster, client.told)
})

test('a Redis that stands still again and again delays calls, loses none and charges none twice', async () => {
  await client.untilServed(ingress)
  const answers = []
  for (let round = 0; round < 5; round += 1) {
    await redis.command('CLIENT', 'PAUSE', '500', 'ALL')
    answers.push(...(await Promise.all(Array.from({ length: 10 }, () => client.call(ingress)))))
  }
  expect(answers.map((answer) => answer?.status)).toEqual(all(200, 50))
  await expectSettled(cluster, client.told)
})

test('after a failover the address leads to another, empty Redis: what is held is answered and nothing is restarted', async () => {
  await client.untilServed(ingress)
  worker.signal('SIGSTOP')
  const { answers } = await client.hold(ingress, 10)
  await redis.command('REPLICAOF', '127.0.0.1', String(spare.port))
  await client.untilRefused(ingress)
  await client.expectRefused(ingress, 500)
  worker.signal('SIGCONT')
  address.aim(spare.url)
  expect(await statuses(answers)).toEqual(all(200, 10))
  await client.untilServed(ingress)
  await expectSettled(cluster, client.told)
  // Whatever still talks to the old server would be lost with it.
  await redis.kill()
  await client.untilServed(ingress)
  await expectSettled(cluster, client.told)
})
