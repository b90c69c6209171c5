import type { Payment } from './read-payment.ts'

/** Names what settling a payment would move: requests with the same id may share one settlement. */
export const settlementId = ({ key, payTo, amount, wireNetwork }: Payment): string =>
  [key, payTo, amount, wireNetwork].join(' ')
