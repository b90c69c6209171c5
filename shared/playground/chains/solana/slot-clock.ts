import { createHash } from 'node:crypto'

import { toBase58 } from '#shared/lib/crypto/base58.ts'

/** Milliseconds per slot; the target of the real chain. */
const SLOT_MS = 400
/** Number of blocks a blockhash is valid for (the validator's MAX_PROCESSING_AGE), about a minute. */
const BLOCKHASH_LIVES = 150

export type SlotClock = {
  /** Every slot has a block here, so this is also the block height. */
  slot: () => number
  unixS: () => number
  latest: () => { blockhash: string; lastValidBlockHeight: number }
  isValid: (blockhash: string) => boolean
  /** Jumps ahead until every blockhash issued so far has expired. */
  expire: () => void
}

/** Slots by wall-clock time since the chain's beginning, and the blockhash of each. */
export function slotClock(genesis: string, startedAtMs: number, now: () => number): SlotClock {
  let skipped = 0
  const slot = () => Math.max(1, Math.floor((now() - startedAtMs) / SLOT_MS)) + skipped
  const hashOf = (at: number) => toBase58(createHash('sha256').update(`${genesis} ${at}`).digest())
  const recent = new Map<string, number>()
  return {
    slot,
    unixS: () => Math.floor(now() / 1_000),
    latest() {
      const at = slot()
      return { blockhash: hashOf(at), lastValidBlockHeight: at + BLOCKHASH_LIVES }
    },
    // Blockhashes are derived, not stored: a restarted chain knows its old ones.
    isValid(blockhash) {
      const at = slot()
      for (const [hash, of] of recent) if (of + BLOCKHASH_LIVES < at) recent.delete(hash)
      const known = new Set(recent.values())
      for (let past = Math.max(1, at - BLOCKHASH_LIVES); past <= at; past += 1) {
        if (!known.has(past)) recent.set(hashOf(past), past)
      }
      return recent.has(blockhash)
    },
    expire() {
      skipped += BLOCKHASH_LIVES + 1
    },
  }
}
