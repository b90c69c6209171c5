import { PASS_TERMS, type PassKind } from '#shared/terms.ts'
import { z } from 'zod'

import { passMember } from '#shared/money/passes/buy-pass.ts'

import type { IngressDeps } from '../deps.ts'
import { type Route, route } from '../http/route.ts'
import { challengeFor, ChallengeQuery, paymentOf, versionAsked } from '../purchase/payment-first.ts'
import { Recover, SALE_REFUSALS, seller } from '../purchase/sell.ts'

const Bought = z.object({
  pass_token: z.string().nullable().describe('shown once; null in a replay'),
  pass_id: z.string(),
  kind: z.enum(['day', 'week', 'month']),
  scope: z.enum(['guards', 'all']),
  valid_from: z.string(),
  valid_until: z.string(),
  header_name: z.literal('X-Day-Pass'),
})

const ON_SALE: { kind: PassKind; covers: string }[] = [
  { kind: 'day', covers: 'every guard for 24 hours' },
  { kind: 'week', covers: 'every outcome for 7 days' },
  { kind: 'month', covers: 'every outcome for 30 days' },
]

/** POST day-pass, week-pass and month-pass. Without a payment they answer 402. Their body is ignored. */
export function passRoutes(deps: IngressDeps): readonly Route[] {
  const sell = seller(deps)
  return ON_SALE.map(({ kind, covers }) => {
    const { cents } = PASS_TERMS[kind]
    const path = `/api/v1/outcomes/${kind}-pass`
    const title = `${kind.slice(0, 1).toUpperCase()}${kind.slice(1)} pass`
    const description = `A pass that covers ${covers}, within fair use. Send its token in X-Day-Pass.`
    const challenge = challengeFor(deps, { path, title, description, cents })
    return route({
      method: 'POST',
      path,
      summary: `${title}: ${covers}, ${cents} cents by x402`,
      tag: 'passes',
      credential: 'none',
      limit: 'discovery',
      query: ChallengeQuery,
      reply: z.object({
        ok: z.literal(true),
        [passMember(kind)]: Bought,
        recover: Recover.optional(),
        request_id: z.string(),
      }),
      refusals: SALE_REFUSALS,
      handle(request) {
        const sent = paymentOf(request)
        if (sent === null) return challenge(request.requestId, undefined, versionAsked(request))
        return sell(request, { sent, path, cents, product: `${kind}-pass`, terms: {}, body: {}, challenge })
      },
    })
  })
}
