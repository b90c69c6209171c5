import { FUND_CENTS } from '#shared/terms.ts'
import { z } from 'zod'

import { Refusal } from '#shared/errors.ts'
import { groupDigits } from '#shared/lib/group-digits.ts'
import { Email } from '#shared/market/users/account-fields.ts'

import type { IngressDeps } from '../deps.ts'
import { payingCredentials } from '../http/paying-credentials.ts'
import { type Route, route, type RouteRequest } from '../http/route.ts'
import { keyRevoked, findKnownKey } from './balance-key.ts'
import { BelowCents, MOST_BELOW_CENTS } from './balance-notices.ts'
import { challengeFor, ChallengeQuery, paidBody, paymentOf, versionAsked } from '../purchase/payment-first.ts'
import { Recover, SALE_REFUSALS, seller } from '../purchase/sell.ts'

const RANGE = `${FUND_CENTS.min} to ${groupDigits(FUND_CENTS.max)} cents`

const PATH = '/api/v1/outcomes/balance'

const Amount = z.object({ amount_cents: z.int().min(FUND_CENTS.min).max(FUND_CENTS.max) })

/** Where the key has its notices sent: as `POST balance/notices` would set it, in one step with the payment. */
const Notices = z.object({
  notices: z.object({ email: Email, below_cents: BelowCents.nullable().default(null) }).optional(),
})

/** A top-up calls it `amount`, too: the same cents. */
const EitherAmount = z
  .object({ amount: Amount.shape.amount_cents.optional(), amount_cents: Amount.shape.amount_cents.optional() })
  .transform(({ amount, amount_cents }, context): z.output<typeof Amount> => {
    const cents = amount_cents ?? amount
    if (cents !== undefined && (amount === undefined || amount === cents)) return { amount_cents: cents }
    context.issues.push(
      cents === undefined
        ? { code: 'invalid_type', expected: 'number', input: undefined, path: ['amount_cents'] }
        : {
            code: 'custom',
            message: 'amount and amount_cents are the same: send one of them',
            input: amount,
            path: ['amount'],
          },
    )
    return z.NEVER
  })

// Loose on purpose: the 402 comes before validation errors. `Amount` is the schema that is enforced.
const AnyAmount = z.looseObject({
  amount_cents: z.unknown().optional().meta({
    type: 'integer',
    minimum: FUND_CENTS.min,
    maximum: FUND_CENTS.max,
    description: 'cents to pay in, settled by x402',
    example: 500,
  }),
  notices: z
    .unknown()
    .optional()
    .meta({
      type: 'object',
      properties: {
        email: { type: 'string', format: 'email', maxLength: 254 },
        below_cents: { type: ['integer', 'null'], minimum: 1, maximum: MOST_BELOW_CENTS },
      },
      required: ['email'],
      description:
        'an address that is told when the balance is low or spent, once it confirmed; the same as POST balance/notices',
    }),
})

const AnyTopUp = AnyAmount.extend({
  amount: AnyAmount.shape.amount_cents.meta({ description: 'the same as amount_cents, in cents' }),
})

const Paid = {
  ok: z.literal(true),
  key_id: z.string(),
  amount_cents: z.int().describe('what was paid'),
  balance_cents: z.int().describe('what the key can spend, as it was when the payment was recorded'),
  header_name: z.literal('X-Service-Key'),
  recover: Recover.optional(),
  notices: z
    .enum(['to_confirm', 'confirmed', 'not_set'])
    .optional()
    .describe('where an address was named. not_set: it was sent too many confirmations; set it later'),
  request_id: z.string(),
}
const Funded = z.object({ ...Paid, key: z.string().nullable().describe('shown once; null in a replay') })
const ToppedUp = z.object({
  ...Paid,
  key: z
    .string()
    .nullable()
    .optional()
    .describe('only where the key was revoked while the payment was under way: a new one with the amount'),
  note: z.string().optional(),
})

/**
 * Routes that take money: `fund` creates a key, `topup` adds to the service key of the request. Without a payment they
 * answer 402.
 */
export function fundRoutes(deps: IngressDeps): readonly Route[] {
  const sell = seller(deps)
  const offer = (name: 'fund' | 'topup', title: string, description: string) => {
    const path = `${PATH}/${name}`
    const challenge = (cents: number) => challengeFor(deps, { path, title, description, cents })
    const least = challenge(FUND_CENTS.min)
    return {
      path,
      challenge,
      unpaid: (amount: number | undefined) => (amount === undefined ? least : challenge(amount)),
    }
  }
  const fund = offer(
    'fund',
    'Prepaid key',
    `A prepaid key with the amount you pay, ${RANGE}. Send it in X-Service-Key and sign no more calls.`,
  )
  const topUp = offer('topup', 'Top-up', `Adds the amount you pay, ${RANGE}, to the prepaid key that is sent with it.`)
  const about = {
    method: 'POST',
    tag: 'balance',
    limit: 'discovery',
    query: ChallengeQuery,
    body: AnyAmount,
    paymentFirst: true,
  } as const
  const unpaid = ({ unpaid: of }: typeof fund, request: RouteRequest<unknown, ChallengeQuery>) =>
    of(EitherAmount.safeParse(request.body).data?.amount_cents)(request.requestId, undefined, versionAsked(request))

  return [
    route({
      ...about,
      path: fund.path,
      credential: 'none',
      summary: `Buy a prepaid key of ${RANGE} by x402`,
      reply: Funded,
      refusals: SALE_REFUSALS,
      async handle(request) {
        const sent = paymentOf(request)
        if (sent === null) return unpaid(fund, request)
        const body = paidBody(Amount, request.body)
        const cents = body.amount_cents
        const named = paidBody(Notices, request.body)
        const sale = {
          sent,
          path: fund.path,
          cents,
          product: 'fund',
          terms: named,
          // The payment is bound to the address, too.
          body: { ...body, ...named },
          challenge: fund.challenge(cents),
        }
        return sell(request, sale)
      },
    }),
    route({
      ...about,
      path: topUp.path,
      body: AnyTopUp,
      credential: 'service-key',
      summary: `Add ${RANGE} to a prepaid key by x402`,
      reply: ToppedUp,
      refusals: [...SALE_REFUSALS, 'unauthorized', 'invalid_service_key', 'key_revoked', 'forbidden'],
      async handle(request) {
        const sent = paymentOf(request)
        if (sent === null && payingCredentials(request.header).key === undefined) return unpaid(topUp, request)
        // Refuse a key that cannot be topped up before anyone signs a payment.
        const key = await findKnownKey(deps, request)
        if (key.kind === 'trial') throw isTrial()
        const isRevoked = key.status === 'revoked'
        if (sent === null && isRevoked) throw keyRevoked()
        if (sent === null) return unpaid(topUp, request)
        const { amount_cents: cents } = paidBody(EitherAmount, request.body)
        const terms = { key_id: key.keyId, ...paidBody(Notices, request.body) }
        return sell(request, {
          sent,
          path: topUp.path,
          cents,
          product: 'topup',
          terms,
          // Bind the payment to one key.
          body: { amount_cents: cents, ...terms },
          ...(isRevoked ? { refuseNew: keyRevoked() } : {}),
          challenge: topUp.challenge(cents),
        })
      },
    }),
  ]
}

const isTrial = () =>
  new Refusal('forbidden', 'A trial key cannot be topped up.', {
    fix: { action: 'Fund a prepaid key.', method: 'POST', path: `${PATH}/fund`, body: { amount_cents: 500 } },
  })
