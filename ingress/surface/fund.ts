import { z } from 'zod'

import { FUND_CENTS } from '#shared/money/prepaid/policy.ts'

import type { IngressDeps } from '../deps.ts'
import { type Route, route, type RouteRequest } from '../http/route.ts'
import { activeKeyOf } from './balance-key.ts'
import { challengeFor, hasPayment, paidBody, paymentsNotReady } from './payment-first.ts'

const PATH = '/api/v1/outcomes/balance'

const Amount = z.object({ amount_cents: z.int().min(FUND_CENTS.min).max(FUND_CENTS.max) })

// What the 402 says comes before what is wrong with the body, so the route itself refuses none; the schema that counts
// is Amount.
const AnyAmount = z.looseObject({
  amount_cents: z.unknown().optional().meta({
    type: 'integer',
    minimum: FUND_CENTS.min,
    maximum: FUND_CENTS.max,
    description: 'cents to pay in, settled by x402',
    example: 500,
  }),
})

const Funded = z.object({
  ok: z.literal(true),
  key: z.string().optional().describe('a new key, shown once; absent on a top-up'),
  key_id: z.string(),
  balance_cents: z.int(),
  header_name: z.literal('X-Service-Key'),
})

/** Paying money in: `fund` makes a key, `topup` adds to the one in X-Service-Key. Unpaid they answer the 402 of the amount. */
export function fundRoutes(deps: IngressDeps): readonly Route[] {
  const offer = (name: 'fund' | 'topup', title: string, description: string) => {
    const path = `${PATH}/${name}`
    const challenge = (cents: number) => challengeFor(deps, { path, title, description, cents })
    const least = challenge(FUND_CENTS.min)
    return (request: RouteRequest) => {
      const amount = Amount.safeParse(request.body)
      return (amount.success ? challenge(amount.data.amount_cents) : least)(request.requestId)
    }
  }
  const unpaidFund = offer(
    'fund',
    'Prepaid key',
    'A prepaid key with the amount you pay, 100 to 50,000 cents. Send it in X-Service-Key and sign no more calls.',
  )
  const unpaidTopUp = offer(
    'topup',
    'Top-up',
    'Adds the amount you pay, 100 to 50,000 cents, to the prepaid key in X-Service-Key.',
  )
  const about = {
    method: 'POST',
    tag: 'balance',
    limit: 'discovery',
    body: AnyAmount,
    paymentFirst: true,
    reply: Funded,
    refusals: [
      'payment_required',
      'malformed_payment',
      'validation_error',
      'payments_not_ready',
      'rate_limited',
      'unavailable',
    ],
  } as const

  return [
    route({
      ...about,
      path: `${PATH}/fund`,
      credential: 'none',
      summary: 'Buy a prepaid key of 100 to 50,000 cents by x402',
      handle(request) {
        if (!hasPayment(deps, request)) return unpaidFund(request)
        paidBody(Amount, request.body)
        throw paymentsNotReady()
      },
    }),
    route({
      ...about,
      path: `${PATH}/topup`,
      credential: 'service-key',
      summary: 'Add 100 to 50,000 cents to a prepaid key by x402',
      refusals: [...about.refusals, 'unauthorized', 'invalid_service_key', 'key_revoked'],
      async handle(request) {
        if (!hasPayment(deps, request)) return unpaidTopUp(request)
        await activeKeyOf(deps, request)
        paidBody(Amount, request.body)
        throw paymentsNotReady()
      },
    }),
  ]
}
