import { SOLANA } from '#shared/chains/networks.ts'

import type { WatchStore } from '../watch-store.ts'
import { finishSolana } from './finish-solana.ts'
import { EXPIRES_AFTER, judgeStatus } from './look-up-solana.ts'
import { broadcastOnSolana, FAILED, MOST_LAMPORTS, type SolanaDeps, verdictOnSolana } from './settle-solana.ts'

type Deps = SolanaDeps & { watch: WatchStore; times: { idleMs: number; finalMs: number } }

/** Resumes unfinished settlements on Solana: sends each again until it is in a block or has expired. */
export function solanaWatch(deps: Deps): () => Promise<void> {
  let finalAt = 0
  return async () => {
    const { watch, times } = deps
    const { isOpen, isNotFinal } = await watch.leftOn(SOLANA)
    if (isOpen) await tend(deps)
    if (!isNotFinal || Date.now() - finalAt < times.finalMs) return
    finalAt = Date.now()
    await finishSolana(deps)
  }
}

async function tend({ rpc, store, watch, times, log }: Deps): Promise<void> {
  const open = await watch.openSlots(SOLANA, times.idleMs)
  if (open.length === 0) return
  const final = await rpc.final()
  const { slot: knownAt, statuses } = await rpc.statuses(
    open.map(({ slot }) => slot.hashes[0] ?? ''),
    { deep: true },
  )
  for (const [at, { slot, stored }] of open.entries()) {
    const [raw = '', hash = ''] = [slot.raws[0], slot.hashes[0]]
    if (stored === null) continue
    const found = judgeStatus(hash, statuses[at] ?? null)
    if (found !== null && found.state !== 'unknown') {
      await store.decide(stored.key, verdictOnSolana(found), { closes: true, fee: MOST_LAMPORTS })
      continue
    }
    const isKnown = found !== null
    if (!isKnown && knownAt >= final.absoluteSlot && final.blockHeight > stored.seenHeight + EXPIRES_AFTER) {
      const verdict = { state: 'failed', transaction: null, reason: FAILED, block: final.absoluteSlot } as const
      await store.decide(stored.key, verdict, { closes: true, fee: null })
      continue
    }
    if (!isKnown) await broadcastOnSolana({ rpc, log }, raw, hash)
    await watch.noteSent(slot.id)
  }
}
