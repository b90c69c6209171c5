import { randomBytes } from 'node:crypto'

const POOL_BYTES = 4_096
let pool = Buffer.alloc(0)

/** Returns random bytes for a nonce or a token, none of them twice, from a pool: asking the system for each costs ten times as much. */
export function drawBytes(count: number): Buffer {
  if (pool.length < count) pool = randomBytes(POOL_BYTES)
  const drawn = pool.subarray(0, count)
  pool = pool.subarray(count)
  return drawn
}
