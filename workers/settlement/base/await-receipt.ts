import { setTimeout as pause } from 'node:timers/promises'

import { lookPauseMs } from '../look-pause.ts'
import { nullIfUnavailable } from '../temporarily-unavailable.ts'
import type { BaseRpc, Receipt } from './base-rpc.ts'

/** How long to wait for a block, and the longest pause between two checks, in ms. */
export type Waiting = { confirmMs: number; pollMs: number }

/**
 * Waits until one of the versions of a transaction is mined. Calls `look` now and then, whose result ends the wait:
 * another process may have replaced the transaction or decided the payment. Null on timeout. Unreachable nodes are
 * ignored.
 */
export async function awaitReceipt<Other>(
  rpc: BaseRpc,
  hashes: () => readonly string[],
  { confirmMs, pollMs }: Waiting,
  look: () => Promise<Other | null>,
): Promise<Receipt | Other | null> {
  const until = Date.now() + confirmMs
  for (let round = 0; ; round += 1) {
    const receipt = await minedOf(rpc, hashes()).catch(nullIfUnavailable)
    if (receipt !== null) return receipt
    const pauseMs = lookPauseMs(round, pollMs)
    if (Date.now() + pauseMs > until) return null
    await pause(pauseMs)
    if (round % LOOK_EVERY !== LOOK_EVERY - 1) continue
    const other = await look()
    if (other !== null) return other
  }
}

const LOOK_EVERY = 5

/** The receipt of the mined version, newest first; null if none is mined. */
export async function minedOf(rpc: BaseRpc, hashes: readonly string[]): Promise<Receipt | null> {
  for (const hash of hashes.toReversed()) {
    const receipt = await rpc.receipt(hash)
    if (receipt !== null) return receipt
  }
  return null
}
