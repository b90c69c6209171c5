/**
 * The accounts of the ledger that every installation has, by id (migrations 0001, 0019, 0028, 0032 and 0034). Wallets, promotions, the clearing
 * accounts of networks and what sellers are owed are found by their code. Money of a sale passes through `marketClearing`,
 * which is empty after every statement.
 */
export const LEDGER = {
  revenueOutcomes: 1,
  grantsOperator: 2,
  grantsTrial: 3,
  revenueForfeited: 4,
  unearnedX402: 7,
  lossesX402: 8,
  revenuePasses: 9,
  marketClearing: 11,
  platformFeesMarket: 12,
  royalties: 13,
  treasuryUsdc: 14,
  treasurySol: 15,
  refunds: 16,
  jobEscrow: 21,
  platformFeesJobs: 22,
  solanaSales: 31,
  solanaSalesSol: 32,
  platformFeesMarketSol: 33,
  refundsSol: 34,
  cardProcessor: 41,
  cardSurplus: 42,
  cardLosses: 43,
  cardDisputeFees: 44,
  cardProcessorFees: 45,
} as const
