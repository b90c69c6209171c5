import type { z } from 'zod'

import { Refusal } from '#shared/errors.ts'

import { alternativesFor, challengeOf, type Offer } from '../call/challenge.ts'
import { credentialsFor } from '../call/credential-for.ts'
import type { IngressDeps } from '../deps.ts'
import { fieldErrors } from '../http/field-errors.ts'
import type { Reply, RouteRequest } from '../http/route.ts'

/** Whether a request carries an x402 payment. Throws 400 for a malformed one. */
export const hasPayment = ({ mint }: Pick<IngressDeps, 'mint'>, { header }: Pick<RouteRequest, 'header'>): boolean =>
  credentialsFor(mint, header).some(({ kind }) => kind === 'payment')

/** The 402 of something other than an outcome: whatever covers calls too is offered beside it. */
export function challengeFor(
  { config }: Pick<IngressDeps, 'config'>,
  offer: Omit<Offer, 'impulse' | 'alternatives'>,
): (requestId: string) => Reply {
  const alternatives = alternativesFor(1, true).filter(({ path }) => path !== offer.path)
  return challengeOf(config, { ...offer, impulse: false, alternatives })
}

/** Validates the body of a request that pays: before a payment the 402 comes first, whatever the body. */
export function paidBody<Body extends z.ZodObject>(schema: Body, body: unknown): z.output<Body> {
  const parsed = schema.safeParse(body)
  if (parsed.success) return parsed.data
  const detail = fieldErrors(parsed.error, 'body', body)
  throw new Refusal(
    'validation_error',
    detail.length === 1 ? 'One field is wrong.' : `${detail.length} fields are wrong.`,
    {
      detail,
      fix: { action: 'Correct the fields in detail[].' },
    },
  )
}

/** A payment was sent to a server that cannot take one: nothing was looked at, nothing was charged. */
export const paymentsNotReady = (): Refusal =>
  new Refusal('payments_not_ready', 'This server does not take x402 payments yet; nothing was charged.', {
    fix: { action: 'Claim a trial key.', method: 'POST', path: '/api/v1/outcomes/balance/trial/claim' },
    retryAfterS: 60,
  })
