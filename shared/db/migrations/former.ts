const RELEASED = [
  '0001-paid-call',
  '0002-media',
  '0003-upstream-cache',
  '0004-call-steps',
  '0005-x402',
  '0006-settlement',
  '0007-memory',
  '0007-public-record',
  '0007-guards',
  '0009-outcome-pause',
  '0010-purchases',
  '0011-accounts',
  '0012-worker-data',
  '0020-listings',
  '0021-auctions',
  '0022-listing-media',
  '0023-reports-feedback',
  '0024-listing-words',
  '0025-search-filters',
  '0026-listing-vetting',
  '0027-receipts-by-payer',
  '0028-evidence-funders',
] as const

const UNRELEASED = [
  '0031-proven-payers',
  '0032-trial-blocks',
  '0033-settlement-cost',
  '0034-payment-transfer',
  '0035-pool-notices',
  '0036-storage-quotas',
  '0037-fair-reports',
  '0038-paused-auctions',
  '0039-heartbeats',
  '0040-large-inputs',
  '0041-call-settle',
] as const

/**
 * What databases of before recorded as their migrations, and the last migration of today's list that they have. Their
 * migrations were squashed by area: such a database gets today's names recorded and runs what came after.
 */
export const formerMigrations: readonly { names: readonly string[]; has: string }[] = [
  // 0.1.0
  { names: RELEASED, has: '0014-market-reports' },
  // The last state before the migrations were squashed, which was not released.
  { names: [...RELEASED, ...UNRELEASED], has: '0017-heartbeats' },
]
