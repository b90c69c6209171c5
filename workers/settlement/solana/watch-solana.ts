import { SOLANA } from '#shared/chains/networks.ts'

import type { WatchStore } from '../watch-store.ts'
import { EXPIRES_AFTER, judgeStatus } from './look-up-solana.ts'
import { broadcastOnSolana, FAILED, type SolanaDeps, verdictOnSolana } from './settle-solana.ts'

type Deps = SolanaDeps & { watch: WatchStore; times: { idleMs: number; finalMs: number } }

/** Goes on with what was left on Solana: sends it again until a block has it, or no block can have it any more. */
export function solanaWatch(deps: Deps): () => Promise<void> {
  let finalAt = 0
  return async () => {
    const { watch, times } = deps
    const { isOpen, isNotFinal } = await watch.leftOn(SOLANA)
    if (isOpen) await tend(deps)
    if (!isNotFinal || Date.now() - finalAt < times.finalMs) return
    finalAt = Date.now()
    await finish(deps)
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
      await store.decide(stored.key, verdictOnSolana(found), { closes: true })
      continue
    }
    const isKnown = found !== null
    if (!isKnown && knownAt >= final.absoluteSlot && final.blockHeight > stored.seenHeight + EXPIRES_AFTER) {
      const verdict = { state: 'failed', transaction: null, reason: FAILED, block: final.absoluteSlot } as const
      await store.decide(stored.key, verdict, { closes: true })
      continue
    }
    if (!isKnown) await broadcastOnSolana({ rpc, log }, raw, hash)
    await watch.noteSent(slot.id)
  }
}

/** What was decided in a slot that is final now is final; where a transaction is gone, it is sent again. */
async function finish({ rpc, watch, log }: Deps): Promise<void> {
  const { absoluteSlot } = await rpc.final()
  const due = await watch.notFinal(SOLANA, absoluteSlot)
  const signatures = due.flatMap(({ transaction }) => transaction ?? [])
  const { slot: knownAt, statuses } =
    signatures.length === 0 ? { slot: absoluteSlot, statuses: [] } : await rpc.statuses(signatures, { deep: true })
  if (knownAt < absoluteSlot) return
  const final: string[] = []
  for (const { key, transaction } of due) {
    const status = transaction === null ? null : (statuses[signatures.indexOf(transaction)] ?? null)
    if (transaction === null || status?.confirmationStatus === 'finalized') final.push(key)
    else if (status === null) {
      log.error({ settlement: key, transaction }, 'the block of a settlement is gone; it is open again')
      await watch.reopen(key, transaction)
    }
  }
  if (final.length > 0) await watch.makeFinal(final)
}
