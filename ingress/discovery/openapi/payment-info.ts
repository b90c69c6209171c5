import { BASE_USDC, SOLANA_USDC } from '#shared/chains/networks.ts'
import { FUND_CENTS, PASS_TERMS } from '#shared/terms.ts'
import { microUsdcOf, usdcString } from '#shared/lib/micro-usdc.ts'

/** `x-payment-info`, which agent registries read from OpenAPI. Amounts are decimal dollars. */
export type PaymentInfo = {
  price:
    | { mode: 'fixed'; currency: 'USD'; amount: string }
    | { mode: 'dynamic'; currency: 'USD'; min: string; max: string }
  protocols: [{ x402: Record<string, never> }]
  /** What registries of MPP read; `amount` is micro-USDC, null where the caller chooses it. */
  offers: { intent: 'charge'; method: 'evm' | 'solana'; amount: string | null; currency: string; description: string }[]
}

const offersOf = (microUsdc: bigint | null): PaymentInfo['offers'] =>
  (
    [
      ['evm', BASE_USDC, 'USDC on Base'],
      ['solana', SOLANA_USDC, 'USDC on Solana'],
    ] as const
  ).map(([method, currency, description]) => ({
    intent: 'charge',
    method,
    amount: microUsdc?.toString() ?? null,
    currency,
    description,
  }))

/** Payment info of a fixed price, in micro-USDC. */
export const fixedPrice = (microUsdc: bigint): PaymentInfo => ({
  price: { mode: 'fixed', currency: 'USD', amount: usdcString(microUsdc) },
  protocols: [{ x402: {} }],
  offers: offersOf(microUsdc),
})

/** Payment info of a price between two amounts in cents. */
export const rangedPrice = ({ min, max }: { min: number; max: number }): PaymentInfo => ({
  price: { mode: 'dynamic', currency: 'USD', min: usdcString(microUsdcOf(min)), max: usdcString(microUsdcOf(max)) },
  protocols: [{ x402: {} }],
  offers: offersOf(null),
})

/** Prices of routes that sell keys and passes (outcomes-api.md, Limits). */
export const ROUTE_PRICES: Readonly<Record<string, PaymentInfo>> = {
  '/api/v1/outcomes/day-pass': fixedPrice(microUsdcOf(PASS_TERMS.day.cents)),
  '/api/v1/outcomes/week-pass': fixedPrice(microUsdcOf(PASS_TERMS.week.cents)),
  '/api/v1/outcomes/month-pass': fixedPrice(microUsdcOf(PASS_TERMS.month.cents)),
  '/api/v1/outcomes/balance/fund': rangedPrice(FUND_CENTS),
  '/api/v1/outcomes/balance/topup': rangedPrice(FUND_CENTS),
}
