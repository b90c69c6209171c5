import { z } from 'zod'

import { PASS_TERMS, type PassKind } from '#shared/money/passes/pass-terms.ts'

import type { IngressDeps } from '../deps.ts'
import { type Route, route } from '../http/route.ts'
import { challengeFor, hasPayment, paymentsNotReady } from './payment-first.ts'

const Bought = z.object({
  pass_token: z.string().describe('shown once'),
  pass_id: z.string(),
  kind: z.enum(['day', 'week', 'month']),
  scope: z.enum(['guards', 'all']),
  valid_from: z.string(),
  valid_until: z.string(),
  header_name: z.literal('X-Day-Pass'),
})

const ON_SALE: { kind: PassKind; answer: 'day_pass' | 'access_pass'; covers: string }[] = [
  { kind: 'day', answer: 'day_pass', covers: 'every guard for 24 hours' },
  { kind: 'week', answer: 'access_pass', covers: 'every outcome for 7 days' },
  { kind: 'month', answer: 'access_pass', covers: 'every outcome for 30 days' },
]

/** POST day-pass, week-pass and month-pass. Unpaid they answer the 402 of their price; their body is not looked at. */
export const passRoutes = (deps: IngressDeps): readonly Route[] =>
  ON_SALE.map(({ kind, answer, covers }) => {
    const { cents } = PASS_TERMS[kind]
    const path = `/api/v1/outcomes/${kind}-pass`
    const title = `${kind.slice(0, 1).toUpperCase()}${kind.slice(1)} pass`
    const description = `A pass that covers ${covers}, within fair use. Send its token in X-Day-Pass.`
    const unpaid = challengeFor(deps, { path, title, description, cents })
    return route({
      method: 'POST',
      path,
      summary: `${title}: ${covers}, ${cents} cents by x402`,
      tag: 'passes',
      credential: 'none',
      limit: 'discovery',
      reply: z.object({ ok: z.literal(true), [answer]: Bought }),
      refusals: ['payment_required', 'malformed_payment', 'payments_not_ready', 'rate_limited'],
      handle(request) {
        if (!hasPayment(deps, request)) return unpaid(request.requestId)
        throw paymentsNotReady()
      },
    })
  })
