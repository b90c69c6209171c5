import type { Pool } from '#shared/calls/pools.ts'

/** What an operator has to know about one pool of this process. The text is shown to anyone, so it names no secret. */
export type PoolNotice = { isOpen: boolean; text: string }

/** The notices of this process by pool: why a pool is closed, or that it is open without its isolation. */
export type PoolNotices = ReadonlyMap<Pool, PoolNotice>

/** The pools of this process that do not open, and why; null when all are open. */
export function closedPools(notices: PoolNotices): Record<string, string> | null {
  const closed = [...notices].filter(([, { isOpen }]) => !isOpen)
  return closed.length === 0 ? null : Object.fromEntries(closed.map(([pool, { text }]) => [pool, text]))
}
