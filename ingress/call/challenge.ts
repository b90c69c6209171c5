import { type RefusalCode, Refusal } from '#shared/errors.ts'
import { type PaymentRequirements, acceptsFor } from '#shared/money/accepts.ts'
import { microUsdcOf, usdcString } from '#shared/money/micro-usdc.ts'

import type { IngressDeps } from '../deps.ts'
import { errorBody } from '../http/error-body.ts'
import type { Reply } from '../http/route.ts'

/** What is for sale at a path: an outcome, a pass, a prepaid balance. */
export type Offer = {
  path: string
  title: string
  /** At most 500 characters: facilitators refuse more. */
  description: string
  cents: number
  impulse: boolean
  /** x402 discovery metadata for the header and the body. */
  extensions?: Record<string, unknown>
  /** Ways to pay that need no signature for each call. */
  alternatives: readonly Alternative[]
}

export type Alternative = {
  kind: 'trial' | 'prepaid_key' | 'day_pass' | 'week_pass' | 'month_pass'
  price_cents: number
  method: 'POST'
  path: string
  header: 'X-Service-Key' | 'X-Day-Pass'
  note: string
}

type PaymentRequired = {
  x402Version: 2
  error: string
  resource: { url: string; description: string; mimeType: 'application/json'; serviceName: string }
  accepts: PaymentRequirements[]
  extensions?: Record<string, unknown>
}

const UNPAID = 'PAYMENT-SIGNATURE header is required'

/**
 * The 402 of one offer, made once at start: x402 v2's PaymentRequired in the PAYMENT-REQUIRED header (base64) and, with
 * our own keys added, in the body. A credential that did not pay gets the same with its reason.
 */
export function challengeOf(
  config: IngressDeps['config'],
  offer: Offer,
): (requestId: string, refusal?: Refusal) => Reply {
  const price = microUsdcOf(offer.cents)
  const description = `${config.production ? '' : 'Playground, play money only. '}${offer.description}`.slice(0, 500)
  const required: PaymentRequired = {
    x402Version: 2,
    error: UNPAID,
    resource: {
      url: config.publicBaseUrl + offer.path,
      description,
      mimeType: 'application/json',
      serviceName: 'Farebox',
    },
    accepts: acceptsFor(config, price, offer.impulse),
    ...(offer.extensions === undefined ? {} : { extensions: offer.extensions }),
  }
  const extra = {
    title: offer.title,
    price_cents: offer.cents,
    price_usdc: usdcString(price),
    alternatives: offer.alternatives,
  }
  const unpaid = new Refusal('payment_required', UNPAID, {
    detail: `This call costs ${offer.cents} cent${offer.cents === 1 ? '' : 's'}: sign one of accepts[], or use one of alternatives[].`,
    fix: {
      action: 'Pay with one of accepts[] (x402), or send a prepaid key, a pass or a trial key as alternatives[] says.',
    },
  })
  const render = (refusal: Refusal, requestId: string) =>
    JSON.stringify({ ...required, ...errorBody(refusal, requestId, 402), ...extra })
  const headersOf = (error: string) => ({
    'PAYMENT-REQUIRED': Buffer.from(JSON.stringify({ ...required, error })).toString('base64'),
    'Cache-Control': 'no-store',
  })
  const unpaidHeaders = headersOf(UNPAID)
  const marker = 'req_id_goes_here'
  const [head = '', tail = ''] = render(unpaid, marker).split(marker)

  return (requestId, refusal) =>
    refusal === undefined
      ? { status: 402, headers: unpaidHeaders, type: 'application/json; charset=utf-8', body: head + requestId + tail }
      : {
          status: 402,
          headers: headersOf(refusal.message),
          type: 'application/json; charset=utf-8',
          body: render(refusal, requestId),
        }
}

/** The ways around signing each call that cover an outcome of this price. */
export function alternativesFor(cents: number, inGuards: boolean): Alternative[] {
  const route = '/api/v1/outcomes'
  const pass = (
    kind: 'day_pass' | 'week_pass' | 'month_pass',
    price_cents: number,
    path: string,
    note: string,
  ): Alternative => ({
    kind,
    price_cents,
    method: 'POST',
    path: `${route}/${path}`,
    header: 'X-Day-Pass',
    note,
  })
  return [
    ...(cents <= 10
      ? [
          {
            kind: 'trial',
            price_cents: 0,
            method: 'POST',
            path: `${route}/balance/trial/claim`,
            header: 'X-Service-Key',
            note: '15 cents free, once, 72 hours, calls up to 10 cents',
          } as const,
        ]
      : []),
    {
      kind: 'prepaid_key',
      price_cents: 100,
      method: 'POST',
      path: `${route}/balance/fund`,
      header: 'X-Service-Key',
      note: 'fund 100 to 50,000 cents once, then no signing',
    },
    ...(inGuards ? [pass('day_pass', 50, 'day-pass', 'all guards for 24 hours')] : []),
    pass('week_pass', 249, 'week-pass', 'every outcome for 7 days'),
    pass('month_pass', 799, 'month-pass', 'every outcome for 30 days'),
  ]
}

/** The codes that say a credential does not pay: on an outcome call each is a 402. */
export const DOES_NOT_PAY: ReadonlySet<RefusalCode> = new Set<RefusalCode>([
  'invalid_service_key',
  'key_revoked',
  'invalid_pass',
  'pass_expired',
  'pass_scope',
  'trial_expired',
  'trial_price_cap',
  'policy_slug',
  'policy_call_ceiling',
  'policy_daily_ceiling',
  'policy_monthly_ceiling',
  'insufficient_balance',
  'over_max_cents',
  'invalid_payment',
])
