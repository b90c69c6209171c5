import { afterAll, beforeAll, expect, test } from 'vitest'

import { POOLS } from '#shared/calls/pools.ts'

import { openClient } from '#test/support/world/client.ts'
import { type Cluster, type Member, openCluster } from '#test/support/world/cluster.ts'
import { expectSettled } from '#test/support/world/expect-settled.ts'
import { moveSlot, type RedisNode, redisServers } from '#test/support/world/redis-servers.ts'
import { eventually } from '#test/support/world/world.ts'

/*
 * The product's processes on three masters of Debian's Redis, which share the slots.
 */
const IN_CLUSTER = { REDIS_CLUSTER: 'true' }

const servers = redisServers()
let masters: RedisNode[]
let cluster: Cluster
let ingress: Member
beforeAll(async () => {
  masters = await servers.cluster()
  cluster = await openCluster('redis', { redisUrl: masters.map(({ url }) => url).join(',') })
  ingress = await cluster.ingress(IN_CLUSTER)
  await cluster.worker(['outcome', 'router-workflow'], IN_CLUSTER)
  await cluster.worker(['settlement-watch'], IN_CLUSTER)
  await cluster.ready(ingress)
})
afterAll(async () => {
  await cluster.close()
  await servers.close()
})

/** The slot of a pool's queue, and the master that has it. */
async function placeOf(pool: string): Promise<{ slot: number; home: RedisNode; others: RedisNode[] }> {
  const slot = Number(await masters[0]?.command('cluster', 'keyslot', `{${pool}}:${pool}:wait`))
  const kept = await Promise.all(
    masters.map(async (node) => {
      const id = String(await node.command('cluster', 'myid'))
      const lines = String(await masters[0]?.command('cluster', 'nodes')).split('\n')
      const [, , , , , , , , ...ranges] = lines.find((line) => line.startsWith(id))?.split(' ') ?? []
      const has = ranges.some((range) => {
        const [from = '', to = from] = range.split('-')
        return Number(from) <= slot && slot <= Number(to)
      })
      return { node, has }
    }),
  )
  const home = kept.find(({ has }) => has)?.node
  if (home === undefined) throw new Error(`nobody has slot ${slot}`)
  return { slot, home, others: masters.filter((node) => node !== home) }
}

/** What the masters hold: keys that do not belong to them would be an error of Redis. */
const keysOf = async (node: RedisNode) => {
  // Safe: the command answers with names of keys.
  const keys = (await node.command('keys', '*')) as string[]
  return keys.map((key) => /^\{([\w-]+)\}:/.exec(key)?.[1] ?? (key.startsWith('rl:') ? 'limits' : key))
}

test('calls are paid, run and answered; the queues of the pools, and limits and hints, are spread over the masters', async () => {
  const client = await openClient(cluster)
  await client.untilServed(ingress)
  const answers = await Promise.all(Array.from({ length: 40 }, () => client.call(ingress)))
  expect(new Set(answers.map((answer) => answer?.status))).toEqual(new Set([200]))
  const kinds = await Promise.all(masters.map(keysOf))
  // No key outside a pool's hash tag and the limits: nothing that two pools share, so nothing that two slots share.
  expect(kinds.flat().filter((kind) => kind !== 'limits' && !POOLS.some((pool) => pool === kind))).toEqual([])
  const homes = await Promise.all(['outcome', 'router-workflow', 'settlement-watch'].map(placeOf))
  expect(new Set(homes.map(({ home }) => home.port)).size).toBeGreaterThan(1)
  await expectSettled(cluster, client.told)
})

test('answers come by hints of sharded channels, not by the poll alone', async () => {
  const client = await openClient(cluster)
  await client.untilServed(ingress)
  const channels = await Promise.all(masters.map((node) => node.command('pubsub', 'shardchannels', 'farebox:reply:*')))
  // The ingress's, and one of the workers that run goals; each is on the master of its slot alone.
  expect(channels.flat().length).toBeGreaterThan(0)
  expect(new Set(channels.flat()).size).toBe(channels.flat().length)
  const unsharded = await Promise.all(masters.map((node) => node.command('pubsub', 'channels', '*reply*')))
  expect(unsharded.flat()).toEqual([])
})

test("a pool's slot moves to another master while calls run: nothing is lost, nothing is charged twice", async () => {
  const client = await openClient(cluster, 100_000)
  await client.untilServed(ingress)
  const loads = Array.from({ length: 4 }, () => client.load(ingress))
  const { slot, home, others } = await placeOf('outcome')
  const [target] = others
  if (target === undefined) throw new Error('there is no other master')
  for (let time = 0; time < 5; time += 1) {
    await moveSlot(slot, home, target)
    await client.untilServed(ingress)
    await moveSlot(slot, target, home)
    await client.untilServed(ingress)
  }
  const met = await Promise.all(loads.map((load) => load.stop()))
  expect(
    met.flatMap((statuses) => [...statuses]).filter((status) => ![200, 202, 503, 504].includes(status ?? 0)),
  ).toEqual([])
  expect((await placeOf('outcome')).home.port).toBe(home.port)
  await expectSettled(cluster, client.told)
})

test('a slot that moves while its pool is stopped takes the waiting calls along', async () => {
  const client = await openClient(cluster)
  const worker = cluster.members.find(({ log }) => log().includes('"outcome","router-workflow"'))
  if (worker === undefined) throw new Error('there is no worker')
  await client.untilServed(ingress)
  worker.signal('SIGSTOP')
  const { answers } = await client.hold(ingress, 10)
  const { slot, home, others } = await placeOf('outcome')
  const [target] = others
  if (target === undefined) throw new Error('there is no other master')
  await moveSlot(slot, home, target)
  worker.signal('SIGCONT')
  expect((await answers).map((answer) => answer?.status)).toEqual(Array.from({ length: 10 }, () => 200))
  await expectSettled(cluster, client.told)
})

test('a master away: calls of pools elsewhere go on, those of its own are refused before they are charged, until it is back', async () => {
  const client = await openClient(cluster)
  await client.untilServed(ingress)
  const { home } = await placeOf('outcome')
  const elsewhere = await Promise.all(POOLS.map(async (pool) => ({ pool, ...(await placeOf(pool)) })))
  expect(elsewhere.some((place) => place.home.port !== home.port)).toBe(true)
  await home.kill()
  await client.untilRefused(ingress)
  await client.expectRefused(ingress, 2_000)
  // The other pools' queues take jobs, so this ingress stays ready and says which do not.
  const ready = await fetch(`${ingress.baseUrl}/readyz`)
  expect([ready.status, await ready.text()]).toEqual([200, expect.stringContaining('The queue of outcome')])
  await home.restart()
  await client.untilServed(ingress)
  await eventually(async () => !(await (await fetch(`${ingress.baseUrl}/readyz`)).text()).includes('The queue of'))
  await expectSettled(cluster, client.told)
})
