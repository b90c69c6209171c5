import { SOLANA, SOLANA_USDC } from '#shared/chains/networks.ts'

import type { Stored, Verdict } from '../settlement-store.ts'
import type { WatchStore } from '../watch-store.ts'
import { judgeStatus } from './look-up-solana.ts'
import { FAILED, MOST_LAMPORTS, type SolanaDeps, verdictOnSolana } from './settle-solana.ts'

type Deps = Pick<SolanaDeps, 'rpc' | 'log'> & { watch: WatchStore }

/**
 * Finalizes settlements whose slot is final. Judges each again by its status and balance changes, because a transaction
 * may land again in another slot and fail there. One that is gone is sent again.
 */
export async function finishSolana({ rpc, watch, log }: Deps): Promise<void> {
  const { absoluteSlot } = await rpc.final()
  const due = await watch.notFinal(SOLANA, absoluteSlot)
  const signatures = due.flatMap(({ transaction }) => transaction ?? [])
  const { slot: knownAt, statuses } =
    signatures.length === 0 ? { slot: absoluteSlot, statuses: [] } : await rpc.statuses(signatures, { deep: true })
  if (knownAt < absoluteSlot) return
  const final: string[] = []
  for (const stored of due) {
    const { key, transaction } = stored
    const status = transaction === null ? null : (statuses[signatures.indexOf(transaction)] ?? null)
    if (transaction === null) {
      final.push(key)
    } else if (status === null) {
      log.error({ settlement: key, transaction }, 'the block of a settlement is gone; it is open again')
      await watch.reopen(key, transaction)
    } else if (status.confirmationStatus === 'finalized') {
      const found = judgeStatus(transaction, status)
      if (found === null || found.state === 'unknown') continue
      const verdict =
        found.state === 'paid' && (await gotLess(rpc, stored, transaction))
          ? ({ state: 'failed', transaction, reason: FAILED, block: found.slot } as const)
          : verdictOnSolana(found)
      if (verdict.state === stored.state) final.push(key)
      else await overturn({ watch, log }, stored, verdict)
    }
  }
  if (final.length > 0) await watch.makeFinal(final)
}

/** Whether the balance changes show that the payee got less than the amount. False if the node does not return them. */
async function gotLess(rpc: Deps['rpc'], { payTo, amount }: Stored, transaction: string): Promise<boolean> {
  const landed = await rpc.landed(transaction)
  if (landed === null || landed.transfers.length === 0) return false
  return !landed.transfers.some(({ to, asset, raw }) => to === payTo && asset === SOLANA_USDC && BigInt(raw) >= amount)
}

async function overturn({ watch, log }: Pick<Deps, 'watch' | 'log'>, stored: Stored, verdict: Verdict): Promise<void> {
  const { key, transaction, state } = stored
  const change = { settlement: key, transaction, was: state, is: verdict.state }
  log.error(change, 'the final chain says something else of a settlement than the slot it was first seen in')
  await watch.overturn(key, verdict, { isFinal: true, fee: MOST_LAMPORTS })
}
