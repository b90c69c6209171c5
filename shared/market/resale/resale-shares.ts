import { type FeePreview, feePreview } from '../listings/fee-preview.ts'

/**
 * Splits the price of a resale, in cents: the platform's fee as in a first sale of the same seller, the maker's royalty, and
 * the rest to whoever sells. Fee and royalty are rounded down.
 */
export function resaleShares(cents: number, royaltyBps: number, lifetimeCents: number): FeePreview {
  const fees = feePreview(cents, lifetimeCents)
  const royalty = Math.floor((cents * royaltyBps) / 10_000)
  return { ...fees, royalty_cents: royalty, you_receive_cents: fees.you_receive_cents - royalty }
}
