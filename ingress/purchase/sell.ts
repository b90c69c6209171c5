import { sealer } from '#shared/calls/seal.ts'
import { doesNotPay, Refusal } from '#shared/errors.ts'
import { ipBlock } from '#shared/lib/network/ip-block.ts'
import type { SentPayment } from '#shared/money/x402/payment-header.ts'
import { z } from 'zod'

import type { Challenge } from '../call/challenge/challenge.ts'
import { refuseOverMax } from '../call/accept/charge-credential.ts'
import { preferencesOf } from '../call/input/preferences.ts'
import { type Order, purchase } from './purchase.ts'
import { RECOVER_PATH } from '../call/payment/refuse-payment.ts'
import type { IngressDeps } from '../deps.ts'
import type { Reply, RouteRequest } from '../http/route.ts'
import { type ChallengeQuery, versionAsked } from './payment-first.ts'

type Sale = Pick<Order, 'path' | 'cents' | 'product' | 'terms' | 'body' | 'refuseNew'> & {
  sent: SentPayment
  /** The 402 of the route for this amount. */
  challenge: Challenge
}

/** How to recover a secret that a replay does not show. */
export const Recover = z
  .object({ method: z.literal('POST'), path: z.string(), note: z.string() })
  .describe('in a replay: how the wallet that paid gets the secret')

/** Refusal codes of a sale. */
export const SALE_REFUSALS = [
  'payment_required',
  'malformed_payment',
  'invalid_payment',
  'over_max_cents',
  'payment_already_used',
  'payment_identifier_reused',
  'payment_in_progress',
  'idempotency_key_reused',
  'too_many_in_flight',
  'payment_settling',
  'payments_not_ready',
  'overloaded',
  'validation_error',
  'rate_limited',
  'unavailable',
] as const

/**
 * Returns a function that sells a product for an x402 payment. Answers 200 with the product; its secret is shown once,
 * and a replay says how to recover it. An invalid payment gets the route's 402 with the reason.
 */
export function seller(deps: IngressDeps) {
  const { config, mint, payments } = deps
  const secrets = sealer(config.SERVER_SECRET)
  return async (request: RouteRequest<unknown, ChallengeQuery>, { challenge, ...sale }: Sale): Promise<Reply> => {
    const ip = ipBlock(request.ip)
    const place = deps.inFlight.paymentPlace(ip)
    const { maxCents, idempotencyKey } = preferencesOf(request.header)
    try {
      refuseOverMax(sale.cents, maxCents)
      const order = { ...sale, impulse: false, idempotencyKey, ip, place }
      const { answer, secretRef, isWithheld, replayed, headers } = await purchase(deps, secrets, order)
      return {
        headers: { 'Cache-Control': 'no-store', ...(replayed ? { 'Idempotency-Replayed': 'true' } : {}), ...headers },
        body: {
          ...payments.reveal(sale.product, mint, secretRef, answer),
          ...(isWithheld ? { recover: RECOVER } : {}),
          request_id: request.requestId,
        },
      }
    } catch (error) {
      if (!(error instanceof Refusal) || !doesNotPay(error.code) || error === sale.refuseNew) throw error
      return challenge(request.requestId, error, versionAsked(request))
    } finally {
      place.leave()
    }
  }
}

const RECOVER = {
  method: 'POST',
  path: RECOVER_PATH,
  note: 'It was shown once. Sign a message with the wallet that paid to see it again.',
} as const
