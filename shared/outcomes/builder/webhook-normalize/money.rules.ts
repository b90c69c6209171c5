import type { Provider } from './provider.ts'

/** Currencies without a minor unit, and those with three decimals (ISO 4217); all others have two. */
export const ZERO_DECIMAL: ReadonlySet<string> = new Set(
  'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF'.split(' '),
)
export const THREE_DECIMAL: ReadonlySet<string> = new Set('BHD IQD JOD KWD LYD OMR TND'.split(' '))

/**
 * Where a provider writes an amount: in minor units already, or as a decimal of the major one. With `types`, for these
 * types of ours only.
 */
export type MoneyPlace = { amount: string; currency: string; unit: 'minor' | 'major'; types?: readonly string[] }

/** An invoice that is not paid says 0 where a paid one says what was paid. */
const UNPAID = ['invoice.created', 'invoice.finalized', 'invoice.payment_failed']

export const MONEY_PLACES: Partial<Record<Provider, readonly MoneyPlace[]>> = {
  stripe: [
    {
      amount: 'data.object.amount_refunded',
      currency: 'data.object.currency',
      unit: 'minor',
      types: ['refund.succeeded'],
    },
    // Less than the amount where only a part was captured.
    {
      amount: 'data.object.amount_received',
      currency: 'data.object.currency',
      unit: 'minor',
      types: ['payment.succeeded'],
    },
    { amount: 'data.object.amount_due', currency: 'data.object.currency', unit: 'minor', types: UNPAID },
    { amount: 'data.object.amount_total', currency: 'data.object.currency', unit: 'minor' },
    { amount: 'data.object.amount_paid', currency: 'data.object.currency', unit: 'minor' },
    { amount: 'data.object.amount_due', currency: 'data.object.currency', unit: 'minor' },
    { amount: 'data.object.amount', currency: 'data.object.currency', unit: 'minor' },
  ],
  shopify: [
    { amount: 'total_price', currency: 'currency', unit: 'major' },
    { amount: 'amount', currency: 'currency', unit: 'major' },
    { amount: 'transactions.0.amount', currency: 'transactions.0.currency', unit: 'major' },
  ],
  paypal: [
    { amount: 'resource.amount.value', currency: 'resource.amount.currency_code', unit: 'major' },
    { amount: 'resource.amount.total', currency: 'resource.amount.currency', unit: 'major' },
    {
      amount: 'resource.purchase_units.0.amount.value',
      currency: 'resource.purchase_units.0.amount.currency_code',
      unit: 'major',
    },
    { amount: 'resource.dispute_amount.value', currency: 'resource.dispute_amount.currency_code', unit: 'major' },
  ],
  square: ['payment', 'refund', 'payout', 'invoice', 'order'].flatMap((kind) => [
    {
      amount: `data.object.${kind}.amount_money.amount`,
      currency: `data.object.${kind}.amount_money.currency`,
      unit: 'minor' as const,
    },
    {
      amount: `data.object.${kind}.total_money.amount`,
      currency: `data.object.${kind}.total_money.currency`,
      unit: 'minor' as const,
    },
  ]),
  x402: [
    { amount: 'amount', currency: 'asset_symbol', unit: 'minor' },
    { amount: 'amount', currency: 'asset', unit: 'minor' },
    { amount: 'data.amount', currency: 'data.asset', unit: 'minor' },
  ],
}
