/**
 * The accounts of the ledger that every installation has, by id (migrations 0001, 0005 and 0009). Wallets, promotions and the
 * clearing accounts of networks are found by their code.
 */
export const LEDGER = {
  revenueOutcomes: 1,
  grantsOperator: 2,
  grantsTrial: 3,
  revenueForfeited: 4,
  unearnedX402: 7,
  lossesX402: 8,
  revenuePasses: 9,
} as const
