import { z } from 'zod'

import { wrongFields } from '#shared/errors.ts'
import { readSentPayment } from '#shared/money/mpp/read-sent-payment.ts'
import type { SentPayment } from '#shared/money/x402/payment-header.ts'

import { alternativesFor, type Challenge, challengeOf, newToken, type Offer } from '../call/challenge/challenge.ts'
import { paymentHeaderOf } from '../call/credential-for.ts'
import { PAYMENT_IDENTIFIER } from '../call/payment/payment-extensions.ts'
import type { IngressDeps } from '../deps.ts'
import { saleBazaar } from '../discovery/sale-bazaar.ts'
import { fieldErrors } from '../http/field-errors.ts'
import type { RouteRequest } from '../http/route.ts'

/** Query of a route that answers 402: the x402 version of the body. */
export const ChallengeQuery = z.object({
  x402Version: z.unknown().optional().meta({ type: 'string', description: '1 for a 402 body of x402 version 1' }),
})

/** The x402 version that the caller wants the 402 in. */
export const versionAsked = ({
  query,
  header,
}: Pick<RouteRequest<unknown, ChallengeQuery>, 'query' | 'header'>): 1 | 2 =>
  query.x402Version === '1' || header('x-402-version') === '1' ? 1 : 2

export type ChallengeQuery = z.output<typeof ChallengeQuery>

/** Reads the x402 payment of a request; null without one. Throws 400 for a malformed one. */
export function paymentOf({ header }: Pick<RouteRequest, 'header'>): SentPayment | null {
  const sent = paymentHeaderOf(header)
  return sent === null ? null : readSentPayment(sent.name, sent.text)
}

/** Builds the 402 of a sale that is not an outcome. Its alternatives are the other keys and passes. */
export function challengeFor(
  { config }: Pick<IngressDeps, 'config'>,
  offer: Omit<Offer, 'impulse' | 'isSale' | 'alternatives'>,
): Challenge {
  const alternatives = alternativesFor(1, true).filter(({ path }) => path !== offer.path)
  return challengeOf(
    config,
    {
      ...offer,
      extensions: { ...PAYMENT_IDENTIFIER, bazaar: saleBazaar(offer.path, offer.cents), ...offer.extensions },
      impulse: false,
      isSale: true,
      alternatives,
    },
    newToken,
  )
}

/**
 * Validates the body of a request with a payment. Without a payment the 402 comes first, whatever the body. Throws 422.
 */
export function paidBody<Body extends z.ZodType>(schema: Body, body: unknown): z.output<Body> {
  const parsed = schema.safeParse(body)
  if (parsed.success) return parsed.data
  const { fields, total } = fieldErrors(parsed.error.issues, 'body', body)
  throw wrongFields(fields, total, { action: 'Correct the fields in detail[].' })
}
