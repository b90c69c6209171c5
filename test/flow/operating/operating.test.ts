import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

import { Redis } from 'ioredis'
import { expect, test } from 'vitest'

import { POOLS } from '#shared/calls/pools.ts'

import { eventually, openWorld } from '#test/support/world/world.ts'

const GUIDE = readFileSync(join(resolve(import.meta.dirname, '../../..'), 'docs/operating.md'), 'utf8')

test('the Redis lists and the metrics the operating guide scales on are those in use', async () => {
  const world = await openWorld({ backend: 'redis', pools: ['settlement-watch'] })
  const redis = new Redis(world.redisUrl ?? '')
  try {
    await world.ready()
    const named = [...GUIDE.matchAll(/bull:[\w-]+:wait/g)].map(([key]) => key)
    expect(new Set(named)).toEqual(new Set(POOLS.map((pool) => `bull:${pool}:wait`)))

    // A call in a queue nobody serves shows which key it waits in.
    await world.sql(
      `insert into worker_heartbeat (worker_id, pool, slots, busy, run_ms) values ('gone', 'outcome', 1, 0, 1)`,
    )
    const { key } = await world.key(5)
    const headers = { 'x-service-key': key, prefer: 'respond-async' }
    // It is refused, uncharged, until the ingress has seen that worker.
    await eventually(async () => (await world.call('hash-text', { text: 'a' }, headers)).status === 202)
    await eventually(async () => (await redis.type('bull:outcome:wait')) === 'list')
    expect(await redis.llen('bull:outcome:wait')).toBeGreaterThan(0)

    const metrics = await world.request('GET', '/metrics', {
      headers: { authorization: 'Bearer test-admin-token-0123' },
    })
    const missing = [...GUIDE.matchAll(/\b((?:farebox|nodejs)_[a-z0-9_]+)\b/g)]
      .map(([, name = '']) => name)
      .filter((name) => !metrics.text.includes(name))
    expect(missing).toEqual([])
  } finally {
    redis.disconnect()
    await world.close()
  }
})
