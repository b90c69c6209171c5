import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

import { Redis } from 'ioredis'

import { startLocalRedis } from '#test/support/world/local-redis.ts'

const PROGRAMS = resolve(import.meta.dirname, '../../../.farebox')

/** A Redis of this test's own, as production should run it, to be killed, filled and made a replica. */
export async function ownRedisServer() {
  const folder = mkdtempSync(join(tmpdir(), 'farebox-redis-'))
  const server = await startLocalRedis({ folder, programs: PROGRAMS, path: process.env['PATH'] })
  return {
    ...server,
    folder,
    /** Sends one command over a connection of its own. */
    async command(name: string, ...args: string[]): Promise<unknown> {
      const redis = new Redis(server.url, { lazyConnect: true })
      await redis.connect()
      try {
        return await redis.call(name, ...args)
      } finally {
        redis.disconnect()
      }
    },
    async close(): Promise<void> {
      await server.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

export type OwnRedisServer = Awaited<ReturnType<typeof ownRedisServer>>
