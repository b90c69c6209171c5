import { TemporarilyUnavailable } from '../temporarily-unavailable.ts'
import type { Fees } from '../settlement-store.ts'
import type { BaseRpc } from './base-rpc.ts'

/** Cache lifetime of fees in ms: a block of Base takes two seconds. */
const FRESH_MS = 2_000
/**
 * Gas limit of every settlement, in simulation and transaction. USDC takes about 100,000 for a payer with a key; the
 * rest is for signature checks of contract wallets. Unused gas costs nothing.
 */
export const SETTLEMENT_GAS = 300_000n
/** Most that one settlement may cost, in wei: 0.001 ETH, independent of payer and fees. */
export const MOST_SETTLEMENT_WEI = 1_000_000_000_000_000n
/** Highest fee per gas, in wei: 3.3 gwei. Above it nothing is sent or replaced, and settlements wait. */
export const MOST_FEE = MOST_SETTLEMENT_WEI / SETTLEMENT_GAS
/** Divisor of the fee increase. Nodes require a tenth more for a replacement; an eighth leaves room for rounding. */
const BUMP = 8n

export type GasFees = Omit<Fees, 'gas'>

export type BaseNow = { fees: GasFees; height: number }

/**
 * Returns a function that reads fees and chain height, at most every two seconds. The maximum fee is twice the base fee
 * plus tip, so that several full blocks do not strand a transaction. Throws TemporarilyUnavailable above MOST_FEE.
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

/** Fees of a replacement: the current ones, but enough above `old`. Null above MOST_FEE. */
export function raiseFees(old: GasFees, now: GasFees): GasFees | null {
  const more = (before: bigint, wanted: bigint) => {
    const least = before + before / BUMP + 1n
    return wanted > least ? wanted : least
  }
  const maxFee = more(old.maxFee, now.maxFee)
  return maxFee > MOST_FEE ? null : { maxFee, priorityFee: more(old.priorityFee, now.priorityFee) }
}
