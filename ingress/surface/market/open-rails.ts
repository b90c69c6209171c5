import type { Config } from '#shared/config.ts'
import { Refusal } from '#shared/errors.ts'
import { takesCards } from '#shared/market/cards/takes-cards.ts'
import type { OpenRails } from '#shared/market/auctions/place-bid.ts'

type Settings = Pick<Config, 'SETTLEMENT_URL' | 'SOLANA_PAY_TO'>

/** The rails on which wins of auctions can be paid here. */
export const openRails = (config: Settings & Parameters<typeof takesCards>[0]): OpenRails => ({
  onSolana: config.SETTLEMENT_URL !== undefined && config.SOLANA_PAY_TO !== undefined,
  byCard: takesCards(config),
})

/** The wallet that is paid our share on Solana. Throws 503 `payments_not_ready` while nothing is paid there. */
export function solanaPayTo({ SETTLEMENT_URL, SOLANA_PAY_TO }: Settings): string {
  if (SOLANA_PAY_TO !== undefined && SETTLEMENT_URL !== undefined) return SOLANA_PAY_TO
  throw paymentsOff('Nothing is paid on Solana here: payments are off.')
}

/** Throws 503 `payments_not_ready` where no settlement process asks Solana and signs. */
export function solanaOpen({ SETTLEMENT_URL }: Pick<Settings, 'SETTLEMENT_URL'>): void {
  if (SETTLEMENT_URL === undefined) throw paymentsOff('Nothing happens on Solana here: payments are off.')
}

/** 503: a rail is closed, for this reason. */
export const paymentsOff = (why: string): Refusal =>
  new Refusal('payments_not_ready', why, {
    fix: { action: 'Read GET /api/purchases/payments/meta for the rails that are open.' },
  })
