import type { Config } from '#shared/config.ts'
import { groupDigits } from '#shared/lib/group-digits.ts'
import { paymentsOffWarning, whyPaymentsAreOff } from '#shared/money/accepts.ts'
import { FUND_CENTS, PASS_TERMS, TRIAL } from '#shared/terms.ts'

/** A way to pay for calls, as in all discovery documents. */
export type WayToPay = {
  kind: 'x402' | 'trial' | 'prepaid_key' | 'day_pass' | 'week_pass' | 'month_pass'
  header: string
  price_cents: number | null
  method: 'POST' | null
  path: string | null
  url: string | null
  what: string
}

const ROUTE = '/api/v1/outcomes'

/**
 * The ways to pay, in the order in which newcomers try them (outcomes-api.md, Payment; Limits). While x402 payments are off,
 * only the trial is left: keys and passes are bought by x402.
 */
export function waysToPay(config: Parameters<typeof whyPaymentsAreOff>[0] & Pick<Config, 'publicBaseUrl'>): WayToPay[] {
  const baseUrl = config.publicBaseUrl
  const buy = (kind: WayToPay['kind'], header: string, cents: number, path: string, what: string): WayToPay => ({
    kind,
    header,
    price_cents: cents,
    method: 'POST',
    path: ROUTE + path,
    url: baseUrl + ROUTE + path,
    what,
  })
  const ways = [
    buy(
      'trial',
      'X-Service-Key',
      0,
      '/balance/trial/claim',
      `${TRIAL.cents} cents free, once, for ${TRIAL.hours} hours; calls of up to ${TRIAL.maxPriceCents} cents. No wallet, no sign-up.`,
    ),
    {
      kind: 'x402' as const,
      header: 'PAYMENT-SIGNATURE',
      price_cents: null,
      method: null,
      path: null,
      url: null,
      what: 'USDC per call: an unpaid call answers 402 with accepts[]; sign one of them and send the call again.',
    },
    buy(
      'prepaid_key',
      'X-Service-Key',
      FUND_CENTS.min,
      '/balance/fund',
      `Fund ${FUND_CENTS.min} to ${groupDigits(FUND_CENTS.max)} cents once, then call without signing.`,
    ),
    buy('day_pass', 'X-Day-Pass', PASS_TERMS.day.cents, '/day-pass', 'The guards for 24 hours.'),
    buy('week_pass', 'X-Day-Pass', PASS_TERMS.week.cents, '/week-pass', 'Every outcome for 7 days.'),
    buy('month_pass', 'X-Day-Pass', PASS_TERMS.month.cents, '/month-pass', 'Every outcome for 30 days.'),
  ]
  return whyPaymentsAreOff(config) === null ? ways : ways.filter(({ kind }) => kind === 'trial')
}

/** `warnings` of the discovery documents: what keeps x402 payments from being taken here. */
export function paymentWarningsOf(config: Parameters<typeof whyPaymentsAreOff>[0]): string[] {
  const warning = paymentsOffWarning(config)
  return warning === null ? [] : [warning]
}
