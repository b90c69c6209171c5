import { FUND_CENTS, PASS_TERMS } from '#shared/terms.ts'
import { microUsdcOf, usdcString } from '#shared/lib/micro-usdc.ts'

/** `x-payment-info`, which agent registries read from OpenAPI. Amounts are decimal dollars. */
export type PaymentInfo = {
  price:
    | { mode: 'fixed'; currency: 'USD'; amount: string }
    | { mode: 'dynamic'; currency: 'USD'; min: string; max: string }
  protocols: [{ x402: Record<string, never> }]
}

/** Payment info of a fixed price, in micro-USDC. */
export const fixedPrice = (microUsdc: bigint): PaymentInfo => ({
  price: { mode: 'fixed', currency: 'USD', amount: usdcString(microUsdc) },
  protocols: [{ x402: {} }],
})

const anyFunding: PaymentInfo = {
  price: {
    mode: 'dynamic',
    currency: 'USD',
    min: usdcString(microUsdcOf(FUND_CENTS.min)),
    max: usdcString(microUsdcOf(FUND_CENTS.max)),
  },
  protocols: [{ x402: {} }],
}

/** Prices of routes that sell keys and passes (outcomes-api.md, Limits). */
export const ROUTE_PRICES: Readonly<Record<string, PaymentInfo>> = {
  '/api/v1/outcomes/day-pass': fixedPrice(microUsdcOf(PASS_TERMS.day.cents)),
  '/api/v1/outcomes/week-pass': fixedPrice(microUsdcOf(PASS_TERMS.week.cents)),
  '/api/v1/outcomes/month-pass': fixedPrice(microUsdcOf(PASS_TERMS.month.cents)),
  '/api/v1/outcomes/balance/fund': anyFunding,
  '/api/v1/outcomes/balance/topup': anyFunding,
}
