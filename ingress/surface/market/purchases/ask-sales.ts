import { FreshBlockhash, LookedAtPayment, OfferedPayment } from '#shared/market/solana/sale-answers.ts'

import type { MarketDeps } from '../market-deps.ts'
import { askProcess } from './ask-process.ts'

const ASK_MS = 8_000

/** Asks the settlement process about orders on Solana. */
export function salesOnSolana(deps: Pick<MarketDeps, 'config' | 'log'>) {
  const away = 'Solana cannot be reached right now; nothing was charged.'
  const ask = askProcess(deps, { timeoutMs: ASK_MS, away })
  return {
    blockhash: () => ask('/sales/blockhash', FreshBlockhash),
    offer: (orderId: string, payer: string) => ask('/sales/offer', OfferedPayment, { order_id: orderId, payer }),
    look: (orderId: string, signature: string) => ask('/sales/look', LookedAtPayment, { order_id: orderId, signature }),
  }
}
