import { TemporarilyUnavailable } from '../temporarily-unavailable.ts'
import type { Fees } from '../settlement-store.ts'
import type { BaseRpc } from './base-rpc.ts'

/** How long fees that were read are good enough: a block of Base takes two seconds. */
const FRESH_MS = 2_000
/**
 * Gas every settlement is tried and sent with. USDC takes some 100,000 for a payer with a key; the rest is for a contract
 * wallet to check its signature. What is left over costs nothing.
 */
export const SETTLEMENT_GAS = 300_000n
/** Wei one settlement may cost at most: 0.001 ETH, whatever its payer and the fees of the moment do. */
export const MOST_SETTLEMENT_WEI = 1_000_000_000_000_000n
/** Wei per gas above which nothing is sent or replaced, and settlements wait: 3.3 gwei. */
export const MOST_FEE = MOST_SETTLEMENT_WEI / SETTLEMENT_GAS
/** A node takes a replacement only if both fees are a tenth higher; an eighth leaves room for rounding. */
const BUMP = 8n

export type GasFees = Omit<Fees, 'gas'>

export type BaseNow = { fees: GasFees; height: number }

/**
 * What gas costs and the height of the chain, read at most every two seconds. Fees hold twice the base fee, so that
 * several full blocks do not strand a transaction. Throws TemporarilyUnavailable while gas is too dear.
 */
export function baseNow(rpc: BaseRpc): () => Promise<BaseNow> {
  let known: (BaseNow & { at: number }) | null = null
  let reading: Promise<BaseNow> | null = null
  const read = async () => {
    const [block, tip] = await Promise.all([rpc.block('latest'), rpc.priorityFee()])
    const fees = { maxFee: 2n * (block.baseFeePerGas ?? 0n) + tip, priorityFee: tip }
    known = { fees, height: block.number, at: Date.now() }
    return known
  }
  return async () => {
    const isFresh = known !== null && Date.now() - known.at < FRESH_MS
    const now = known !== null && isFresh ? known : await (reading ??= read().finally(() => (reading = null)))
    if (now.fees.maxFee > MOST_FEE)
      throw new TemporarilyUnavailable(`Gas on Base costs ${now.fees.maxFee} wei; settlements wait.`)
    return now
  }
}

/** Fees that replace a transaction of `old`: what is asked now, and enough more than before. Null above the ceiling. */
export function raisedFees(old: GasFees, now: GasFees): GasFees | null {
  const more = (before: bigint, wanted: bigint) => {
    const least = before + before / BUMP + 1n
    return wanted > least ? wanted : least
  }
  const maxFee = more(old.maxFee, now.maxFee)
  return maxFee > MOST_FEE ? null : { maxFee, priorityFee: more(old.priorityFee, now.priorityFee) }
}
