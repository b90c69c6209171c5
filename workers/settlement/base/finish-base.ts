import { BASE } from '#shared/chains/networks.ts'

import { TemporarilyUnavailable } from '../temporarily-unavailable.ts'
import type { Stored, Verdict } from '../settlement-store.ts'
import type { WatchStore } from '../watch-store.ts'
import { soughtByKey } from './look-up-base.ts'
import { type BaseDeps, feeOf, verdictOf } from './settle-base.ts'

type Deps = Pick<BaseDeps, 'rpc' | 'log'> & { watch: WatchStore }

/**
 * Finalizes settlements whose block is final. Judges each again by its receipt in the final chain, because a
 * reorganization may have moved a transaction to another block where it failed. One that is in no block is sent again.
 */
export async function finishBase(deps: Deps): Promise<void> {
  const { rpc, watch, log } = deps
  const { number } = await rpc.block('finalized')
  const final: string[] = []
  for (const stored of await watch.notFinal(BASE, number)) {
    try {
      if (await isAsFirstSeen(deps, stored, number)) final.push(stored.key)
    } catch (error) {
      // Unreachable nodes affect all settlements; any other error only this one.
      if (error instanceof TemporarilyUnavailable) throw error
      log.error({ err: error, settlement: stored.key }, 'a settlement could not be judged again')
    }
  }
  if (final.length > 0) await watch.makeFinal(final)
}

/** Whether the final chain confirms the stored verdict. Records a different one. */
async function isAsFirstSeen({ rpc, watch, log }: Deps, stored: Stored, finalHeight: number): Promise<boolean> {
  const { key, transaction } = stored
  if (transaction === null) return true
  const receipt = await rpc.receipt(transaction)
  if (receipt === null) {
    log.error({ settlement: key, transaction }, 'the block of a settlement is gone; it is open again')
    await watch.reopen(key, transaction)
    return false
  }
  if (receipt.blockNumber > finalHeight) return false
  const sought = soughtByKey(stored)
  const verdict = await verdictOf(rpc, receipt, sought)
  if (isSame(stored, verdict)) return true
  const change = { settlement: key, transaction, was: stored.state, is: verdict.state }
  log.error(change, 'the final chain says something else of a settlement than the block it was first seen in')
  const fee = await feeOf(rpc, receipt, sought)
  await watch.overturn(key, verdict, { isFinal: verdict.block <= finalHeight, fee })
  return false
}

const isSame = ({ state, transaction, logIndex }: Stored, verdict: Verdict): boolean =>
  state === verdict.state &&
  (verdict.state === 'failed' || (verdict.transaction === transaction && verdict.logIndex === logIndex))
