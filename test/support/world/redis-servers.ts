import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

import { Redis } from 'ioredis'

import { freePort } from '#shared/playground/free-port.ts'
import { createProcessFamily } from '#shared/playground/processes/process-family.ts'
import { endingWithParent } from '#shared/playground/processes/ending-with-parent.ts'
import { send } from '#shared/playground/processes/end-process.ts'

import { findRedis } from './fetch-redis.ts'
import { eventually } from './world.ts'

const PROGRAMS = resolve(import.meta.dirname, '../../../.farebox')
const SLOTS = 16_384

export type RedisNode = {
  port: number
  url: string
  /** Sends one command. */
  command: (name: string, ...args: (string | number)[]) => Promise<unknown>
  pid: () => number
  kill: () => Promise<void>
  restart: () => Promise<void>
}

/** Starts Debian's redis-server any number of times in one folder: masters of a cluster, a master and its replica, sentinels. */
export function redisServers() {
  const folder = mkdtempSync(join(tmpdir(), 'farebox-redis-'))
  mkdirSync(PROGRAMS, { recursive: true, mode: 0o700 })
  const program = findRedis(PROGRAMS, process.env['PATH'])
  const family = createProcessFamily(join(folder, 'processes.json'))
  let nodes = 0

  const start = async (settings: (port: number) => string, args: string[] = []): Promise<RedisNode> => {
    // A cluster's bus listens 10,000 above.
    let port = await freePort(undefined)
    while (port > 55_000) port = await freePort(undefined)
    const name = `redis-${(nodes += 1)}`
    const own = join(folder, name)
    mkdirSync(own)
    const file = join(own, 'redis.conf')
    writeFileSync(file, `port ${port}\nbind 127.0.0.1\ndir ${own}\n${settings(port)}\n`)
    const [first = '', ...rest] = [...endingWithParent('TERM'), program.file, file, ...args]
    const launch = () =>
      family.start({
        name,
        file: first,
        args: rest,
        env: program.env,
        cwd: own,
        logFile: join(own, 'redis.log'),
        stopSignal: 'SIGTERM',
        graceMs: 5_000,
      })
    let child = launch()
    const command = async (word: string, ...given: (string | number)[]): Promise<unknown> => {
      const redis = new Redis(port, '127.0.0.1', {
        lazyConnect: true,
        retryStrategy: () => null,
        connectTimeout: 2_000,
      })
      redis.on('error', () => undefined)
      try {
        await redis.connect()
        return await redis.call(word, ...given.map(String))
      } finally {
        redis.disconnect()
      }
    }
    const answers = () =>
      command('ping').then(
        () => true,
        () => false,
      )
    await eventually(answers)
    return {
      port,
      url: `redis://127.0.0.1:${port}`,
      command,
      pid: () => child.pid ?? 0,
      async kill() {
        if (child.pid !== undefined) send(child.pid, 'SIGKILL')
        await child.exited
      },
      async restart() {
        child = launch()
        await eventually(answers)
      },
    }
  }

  const asProduction = 'save ""\nappendonly yes\nmaxmemory-policy noeviction'
  return {
    /** Three masters that share the slots. The others serve theirs while one is away. */
    async cluster(): Promise<RedisNode[]> {
      const all: RedisNode[] = []
      for (let nth = 0; nth < 3; nth += 1)
        all.push(
          await start(
            () =>
              `${asProduction}\ncluster-enabled yes\ncluster-node-timeout 2000\ncluster-require-full-coverage no\ncluster-allow-reads-when-down no`,
          ),
        )
      const [first, ...others] = all
      for (const [nth, node] of all.entries()) {
        const from = Math.ceil((SLOTS * nth) / all.length)
        await node.command('cluster', 'addslotsrange', from, Math.ceil((SLOTS * (nth + 1)) / all.length) - 1)
        await node.command('cluster', 'set-config-epoch', nth + 1)
      }
      for (const { port } of others) await first?.command('cluster', 'meet', '127.0.0.1', port)
      for (const node of all)
        await eventually(async () => {
          const info = String(await node.command('cluster', 'info'))
          return info.includes('cluster_state:ok') && info.includes('cluster_known_nodes:3')
        })
      return all
    },

    /** A master, its replica, and three sentinels that watch the master under this name. */
    async sentinels(name: string) {
      const master = await start(() => asProduction)
      const replica = await start(() => `${asProduction}\nreplicaof 127.0.0.1 ${master.port}`)
      await eventually(async () =>
        String(await replica.command('info', 'replication')).includes('master_link_status:up'),
      )
      const watching = () =>
        `sentinel monitor ${name} 127.0.0.1 ${master.port} 2\nsentinel down-after-milliseconds ${name} 1000\nsentinel failover-timeout ${name} 5000`
      const sentinels = [
        await start(watching, ['--sentinel']),
        await start(watching, ['--sentinel']),
        await start(watching, ['--sentinel']),
      ]
      for (const sentinel of sentinels)
        await eventually(async () => {
          const facts = String(await sentinel.command('sentinel', 'master', name))
          return /num-slaves,1,/.test(facts) && /num-other-sentinels,2,/.test(facts)
        })
      return { master, replica, sentinels }
    },

    async close(): Promise<void> {
      await family.stopAll()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Moves a slot with its keys from one master to another, as `redis-cli --cluster reshard` does. */
export async function moveSlot(slot: number, from: RedisNode, to: RedisNode): Promise<void> {
  const [fromId, toId] = [String(await from.command('cluster', 'myid')), String(await to.command('cluster', 'myid'))]
  await to.command('cluster', 'setslot', slot, 'importing', fromId)
  await from.command('cluster', 'setslot', slot, 'migrating', toId)
  for (;;) {
    // Safe: the command answers with names of keys.
    const keys = (await from.command('cluster', 'getkeysinslot', slot, 100)) as string[]
    if (keys.length === 0) break
    // A master that was away refuses keys until it has heard of the others again.
    const moved = () => from.command('migrate', '127.0.0.1', to.port, '', 0, 5_000, 'REPLACE', 'KEYS', ...keys)
    await eventually(() =>
      moved().then(
        () => true,
        () => false,
      ),
    )
  }
  for (const node of [to, from]) await node.command('cluster', 'setslot', slot, 'node', toId)
}
