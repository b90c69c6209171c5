import { microUsdcOf } from '#shared/lib/micro-usdc.ts'

import type { OrderLeg } from './solana-order.entity.ts'

const LAMPORTS_PER_SOL = 1_000_000_000n

/**
 * What each leg is in the smallest unit of the currency: micro-USDC, or lamports at a price of SOL in millionths of a
 * dollar, rounded up so that nobody gets less than their cents. A leg that names its lamports owes those.
 */
export function amountsOf(legs: readonly OrderLeg[], microUsdPerSol: bigint | null): bigint[] {
  return legs.map(({ cents, lamports }) => {
    if (lamports !== undefined) return BigInt(lamports)
    const micro = microUsdcOf(cents)
    return microUsdPerSol === null ? micro : (micro * LAMPORTS_PER_SOL + microUsdPerSol - 1n) / microUsdPerSol
  })
}
