import type { Payment } from './read-payment.ts'

/** Identifies the transfer of a payment. Requests with the same id can share one settlement. */
export const settlementId = ({ key, payTo, amount, wireNetwork }: Payment): string =>
  [key, payTo, amount, wireNetwork].join(' ')
