import { expect, test } from 'vitest'

import { openClient } from '../support/world/client.ts'
import { openCluster } from '../support/world/cluster.ts'
import { expectSettled } from '../support/world/expect-settled.ts'
import { ownRedisServer } from '../support/world/own-redis-server.ts'

const OUTAGE_MS = 25_000

test('Redis away for 25 seconds: new calls are refused, held ones are given back in time, and work goes on at its return', async () => {
  const redis = await ownRedisServer()
  const cluster = await openCluster('redis', { redisUrl: redis.url })
  try {
    const [ingress, worker] = await Promise.all([
      cluster.ingress(),
      cluster.worker(['outcome']),
      cluster.worker(['settlement-watch']),
    ])
    await cluster.ready(ingress)
    const client = await openClient(cluster)
    await client.untilServed(ingress)
    worker.signal('SIGSTOP')
    const { answers } = await client.hold(ingress, 10)
    await redis.kill()
    worker.signal('SIGCONT')
    await client.untilRefused(ingress)
    await client.expectRefused(ingress, OUTAGE_MS)
    expect((await fetch(`${ingress.baseUrl}/readyz`)).status).toBe(503)
    // Their deadline passed while there was no queue: nothing was charged, and they were told.
    expect((await answers).map((answer) => answer?.status)).toEqual(Array.from({ length: 10 }, () => 504))
    expect((await client.wallet()).held).toBe(0)
    await redis.restart()
    await client.untilServed(ingress, 5_000)
    await expectSettled(cluster, client.told)
  } finally {
    await cluster.close()
    await redis.close()
  }
})
