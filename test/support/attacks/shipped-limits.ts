import { testEnv } from '../world/world.ts'

/** What tests set for themselves; everything else in their settings is a limit they raise. */
const OF_TESTS = new Set([
  'DATABASE_URL',
  'REDIS_URL',
  'SERVER_SECRET',
  'ADMIN_TOKEN',
  'PORT',
  'LOG_LEVEL',
  'DRAIN_MS',
  'SHUTDOWN_GRACE_MS',
])

/** Settings that put every limit back to what we ship (an empty setting is none). */
export const SHIPPED_LIMITS: Record<string, string> = Object.fromEntries(
  Object.keys(testEnv('', undefined))
    .filter((name) => !OF_TESTS.has(name))
    .map((name) => [name, '']),
)
