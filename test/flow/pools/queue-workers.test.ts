import { setTimeout as pause } from 'node:timers/promises'

import { expect, test } from 'vitest'

import { createLog } from '#shared/log.ts'
import { openQueues } from '#shared/queues/backend.ts'

import { openCluster } from '#test/support/world/cluster.ts'
import { ownRedisServer } from '#test/support/world/own-redis-server.ts'
import { cuttableProxy } from '#test/support/fakes/proxy.ts'
import { eventually } from '#test/support/world/world.ts'

/** What a queue on PostgreSQL asks first. */
const FIRST_LOOK = '"bullmq".migration'

test('processes whose first look at the queue in PostgreSQL fails go on, and take calls', async () => {
  const cluster = await openCluster('postgres')
  const toWorker = await cuttableProxy(cluster.database.url)
  const toIngress = await cuttableProxy(cluster.database.url)
  try {
    const lost = [toWorker.loseAnswerTo(FIRST_LOOK), toIngress.loseAnswerTo(FIRST_LOOK)]
    const worker = cluster.spawnWorker(['outcome', 'settlement-watch'], { DATABASE_URL: toWorker.url })
    const ingress = await cluster.ingress({ DATABASE_URL: toIngress.url })
    const { key } = await cluster.key(50)
    const served = async () => {
      const headers = { 'x-service-key': key, prefer: 'wait=3' }
      return (await cluster.call(ingress, 'hash-text', { text: 'hello' }, headers))?.status === 200
    }
    for (let nth = 0; nth < 3; nth += 1) await eventually(served)
    await Promise.all(lost)
    expect(worker.child.exitCode).toBeNull()
    // The call that met the failure was left to the sweeper, and no other.
    expect(ingress.log().split('not enqueued').length - 1).toBe(1)
  } finally {
    await cluster.close()
    await Promise.all([toWorker.close(), toIngress.close()])
  }
})

test('a worker that its Redis refuses asks again a few times a second, and goes on when it may', async () => {
  const redis = await ownRedisServer()
  const queues = openQueues({ redisUrl: redis.url, databaseUrl: '', log: createLog('silent') })
  const { promise: mayEnd, resolve: end } = Promise.withResolvers<void>()
  let done = 0
  let failures = 0
  const worker = queues.worker(
    'outcome',
    async () => {
      await mayEnd
      done += 1
    },
    { concurrency: 1 },
  )
  worker.on('error', () => {
    failures += 1
  })
  try {
    await eventually(() => queues.ready())
    for (let nth = 0; nth < 3; nth += 1) await queues.queue('outcome').add('calls', { ids: [] })
    await eventually(async () => (await queues.queue('outcome').getActiveCount()) === 1)
    await redis.command('ACL', 'SETUSER', 'default', '-eval', '-evalsha')
    end()
    await eventually(() => failures >= 3)
    const before = failures
    await pause(500)
    // Without a pause of its own it fails thousands of times a second.
    expect(failures - before).toBeLessThan(30)
    await redis.command('ACL', 'SETUSER', 'default', '+eval', '+evalsha')
    await eventually(() => done >= 3)
  } finally {
    await worker.close()
    await queues.close()
    await redis.close()
  }
})
