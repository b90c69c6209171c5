import { FEE_TIERS } from './listing-options.rules.ts'

/** How a price is split, in cents. A royalty is taken from resales only. The platform pays the network fee. */
export type FeePreview = {
  gross_cents: number
  platform_cents: number
  platform_bps: number
  network_cents: number
  royalty_cents: number
  you_receive_cents: number
}

/**
 * Splits the price of a first sale for a seller with these lifetime sales (cents). The platform's share is rounded
 * down.
 */
export function feePreview(grossCents: number, lifetimeCents: number): FeePreview {
  const tier = FEE_TIERS.find(({ below_lifetime_cents: below }) => below !== null && lifetimeCents < below) ?? {
    fee_bps: 700,
  }
  const platform = Math.floor((grossCents * tier.fee_bps) / 10_000)
  return {
    gross_cents: grossCents,
    platform_cents: platform,
    platform_bps: tier.fee_bps,
    network_cents: 0,
    royalty_cents: 0,
    you_receive_cents: grossCents - platform,
  }
}
