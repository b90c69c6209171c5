import { existsSync, globSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { afterAll, beforeAll, expect, test } from 'vitest'

import { openClient } from '#test/support/world/client.ts'
import { type Cluster, type Member, openCluster } from '#test/support/world/cluster.ts'
import { expectSettled } from '#test/support/world/expect-settled.ts'
import { type OwnRedisServer, ownRedisServer } from '#test/support/world/own-redis-server.ts'
import { eventually } from '#test/support/world/world.ts'

let redis: OwnRedisServer
let cluster: Cluster
let ingress: Member
let worker: Member
beforeAll(async () => {
  redis = await ownRedisServer()
  cluster = await openCluster('redis', { redisUrl: redis.url })
  ;[ingress, worker] = await Promise.all([
    cluster.ingress(),
    cluster.worker(['outcome']),
    cluster.worker(['settlement-watch']),
  ])
  await cluster.ready(ingress)
})
afterAll(async () => {
  await cluster.close()
  await redis.close()
})

/** Calls that are held and on the queue when Redis meets its fate, and answered when the worker goes on after it. */
async function expectCallsSurvive(fate: (client: Awaited<ReturnType<typeof openClient>>) => Promise<void>) {
  const client = await openClient(cluster)
  await client.untilServed(ingress)
  worker.signal('SIGSTOP')
  const { answers } = await client.hold(ingress, 20)
  await eventually(async () => Number(await redis.command('LLEN', 'bull:outcome:wait')) > 0)
  await fate(client)
  worker.signal('SIGCONT')
  expect((await answers).map((answer) => answer?.status)).toEqual(Array.from({ length: 20 }, () => 200))
  await client.untilServed(ingress)
  await expectSettled(cluster, client.told)
}

const appendOnlyFile = () => globSync(join(redis.folder, 'appendonlydir/*.incr.aof'))[0] ?? ''

test('Redis killed with -9 and back after a second: what is held is answered, what comes meanwhile is refused before any hold', async () => {
  await expectCallsSurvive(async (client) => {
    await redis.kill()
    await client.untilRefused(ingress)
    await client.expectRefused(ingress, 1_000)
    await redis.restart()
  })
})

test('Redis flushed, killed and back with an append-only file that lost its last bytes: every held call is enqueued again', async () => {
  await expectCallsSurvive(async () => {
    await redis.command('FLUSHALL')
    await redis.command('SET', 'the-last-write', 'x'.repeat(200))
    await redis.kill()
    const file = appendOnlyFile()
    truncateSync(file, readFileSync(file).length - 100)
    await redis.restart()
    expect(await redis.command('EXISTS', 'the-last-write')).toBe(0)
  })
})

test('Redis with an append-only file that cannot be read is started anew and empty, and nothing is lost', async () => {
  await expectCallsSurvive(async (client) => {
    await redis.kill()
    const file = appendOnlyFile()
    const text = readFileSync(file)
    writeFileSync(file, Buffer.concat([Buffer.from('this is no Redis protocol\r\n'), text]))
    await expect(redis.restart()).rejects.toThrow(/does not start/)
    await client.untilRefused(ingress)
    await client.expectRefused(ingress)
    rmSync(join(redis.folder, 'appendonlydir'), { recursive: true })
    await redis.restart()
    expect(existsSync(appendOnlyFile())).toBe(true)
  })
})
