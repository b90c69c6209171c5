import type { Pool } from '#shared/calls/pools.ts'

/** A notice about a pool of this process. The text is public, so it must not contain secrets. */
export type PoolNotice = { isOpen: boolean; text: string }

/** The notices of this process by pool: why it is closed, or that it is open without isolation. */
export type PoolNotices = ReadonlyMap<Pool, PoolNotice>

/** The closed pools of this process with their reasons; null when all are open. */
export function closedPools(notices: PoolNotices): Record<string, string> | null {
  const closed = [...notices].filter(([, { isOpen }]) => !isOpen)
  return closed.length === 0 ? null : Object.fromEntries(closed.map(([pool, { text }]) => [pool, text]))
}
