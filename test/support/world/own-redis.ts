import { Redis } from 'ioredis'

/** A Redis database of this test worker's own, emptied: 16 databases, and vitest numbers its workers from 1. */
export async function ownRedisUrl(redisUrl: string): Promise<string> {
  const url = new URL(redisUrl)
  url.pathname = `/${Number(process.env['VITEST_POOL_ID'] ?? 1) % 16}`
  const redis = new Redis(url.href)
  await redis.flushdb()
  redis.disconnect()
  return url.href
}
