import { createHash } from 'node:crypto'

import { toBase58 } from '#shared/lib/crypto/base58.ts'

/** Length of a slot; the real chain aims at the same. */
const SLOT_MS = 400
/** A blockhash is good for this many blocks (MAX_PROCESSING_AGE of the validator), about a minute. */
const BLOCKHASH_LIVES = 150

export type SlotClock = {
  /** Every slot has its block here, so this is the block height too. */
  slot: () => number
  unixS: () => number
  latest: () => { blockhash: string; lastValidBlockHeight: number }
  isValid: (blockhash: string) => boolean
  /** Jumps ahead until every blockhash given out so far is too old. */
  expire: () => void
}

/** Slots by the clock on the wall, counted from the chain's beginning, and the blockhash of each. */
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
    // Nothing is kept of what was given out: a chain that started again knows its old hashes.
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
