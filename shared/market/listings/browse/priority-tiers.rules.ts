/** What it costs to be shown first for a while; paid in SOL or USDC. */
export const PRIORITY_TIERS = [
  { id: 'day', hours: 24, price_cents: 500 },
  { id: 'three_days', hours: 72, price_cents: 1_200 },
  { id: 'week', hours: 168, price_cents: 2_500 },
] as const

/** Listings that are boosted at once, at most. */
export const PRIORITY_SLOTS = 10
