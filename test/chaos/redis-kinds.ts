import { setTimeout as pause } from 'node:timers/promises'

import { Redis } from 'ioredis'

import { send } from '#shared/playground/processes/end-process.ts'

import { startLocalRedis } from '../support/world/local-redis.ts'
import { moveSlot, type RedisNode, redisServers } from '../support/world/redis-servers.ts'
import { eventually } from '../support/world/world.ts'

/** How Redis is set up in a run. */
export const REDIS_KINDS = ['one', 'cluster', 'sentinels'] as const
export type RedisKind = (typeof REDIS_KINDS)[number]

/** The Redis of a run, and what can happen to it. `target` chooses among its servers. */
export type ChaosRedis = {
  env: Record<string, string>
  flush: () => Promise<void>
  /** kill -9 of a server, and up again. */
  kill: (target: number, downMs: number) => Promise<void>
  pause: (target: number, forMs: number) => Promise<void>
  /** Moves the slot of the outcome pool to another master. */
  moveSlot?: (target: number) => Promise<void>
  /** Makes the replica the master. */
  failOver?: () => Promise<void>
  stop: () => Promise<void>
}

const MASTER = 'chaos'

/** Starts Redis of a kind; `programs` is where a downloaded one is kept. */
export async function startRedis(kind: RedisKind, folder: string, programs: string): Promise<ChaosRedis> {
  if (kind === 'cluster') return startCluster()
  if (kind === 'sentinels') return startWatched()
  const redis = await startLocalRedis({ folder, programs, path: process.env['PATH'] })
  return {
    env: { REDIS_URL: redis.url },
    async flush() {
      const client = new Redis(redis.url, { maxRetriesPerRequest: 2 })
      client.on('error', () => {})
      await client.flushall().catch(() => {})
      client.disconnect()
    },
    async kill(_target, downMs) {
      await redis.kill()
      await pause(downMs)
      await redis.restart()
    },
    pause: (_target, forMs) => redis.pause(forMs),
    stop: () => redis.stop(),
  }
}

const chosen = (nodes: readonly RedisNode[], target: number): RedisNode => {
  const node = nodes[target % nodes.length]
  if (node === undefined) throw new Error('there is no Redis')
  return node
}

const killed = async (node: RedisNode, downMs: number) => {
  await node.kill()
  await pause(downMs)
  await node.restart()
}

const paused = async (node: RedisNode, forMs: number) => {
  send(node.pid(), 'SIGSTOP')
  await pause(forMs)
  send(node.pid(), 'SIGCONT')
}

const flushed = (nodes: readonly RedisNode[]) =>
  Promise.allSettled(nodes.map((node) => node.command('flushall'))).then(() => undefined)

async function startCluster(): Promise<ChaosRedis> {
  const servers = redisServers()
  const masters = await servers.cluster()
  const slot = Number(await masters[0]?.command('cluster', 'keyslot', '{outcome}'))
  const has = async (node: RedisNode) =>
    node.command('cluster', 'countkeysinslot', slot).then(
      async () => String(await node.command('set', '{outcome}:here', '1', 'PX', '1').catch(() => '')) === 'OK',
      () => false,
    )
  return {
    env: { REDIS_URL: masters.map(({ url }) => url).join(','), REDIS_CLUSTER: 'true' },
    flush: () => flushed(masters),
    kill: (target, downMs) => killed(chosen(masters, target), downMs),
    pause: (target, forMs) => paused(chosen(masters, target), forMs),
    async moveSlot(target) {
      let home: RedisNode | undefined
      await eventually(async () => {
        for (const master of masters) if (await has(master)) home = master
        return home !== undefined
      })
      const others = masters.filter((master) => master !== home)
      if (home !== undefined) await moveSlot(slot, home, chosen(others, target))
    },
    stop: () => servers.close(),
  }
}

async function startWatched(): Promise<ChaosRedis> {
  const servers = redisServers()
  const { master, replica, sentinels } = await servers.sentinels(MASTER)
  const both = [master, replica]
  const current = async (): Promise<RedisNode> => {
    for (;;) {
      for (const node of both) if (String(await node.command('role').catch(() => '')).startsWith('master')) return node
      await pause(50)
    }
  }
  return {
    env: { REDIS_URL: sentinels.map(({ url }) => url).join(','), REDIS_SENTINEL_MASTER: MASTER },
    flush: async () => flushed([await current()]),
    kill: async (_target, downMs) => killed(await current(), downMs),
    pause: async (_target, forMs) => paused(await current(), forMs),
    async failOver() {
      const before = await current()
      // Refused while another failover is under way, or while no replica is good enough.
      await eventually(async () => {
        const answer = await sentinels[0]?.command('sentinel', 'failover', MASTER).catch(() => null)
        return answer === 'OK' || (await current()) !== before
      })
      await eventually(async () => (await current()) !== before, 20_000).catch(() => undefined)
    },
    stop: () => servers.close(),
  }
}
