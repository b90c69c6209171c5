import { z } from 'zod'

import { inUnitOfWork } from '#shared/db/unit-of-work.ts'
import { openCardHire } from '#shared/market/jobs/cards/open-card-hire.ts'
import { asPoster, findJob } from '#shared/market/jobs/find-job.ts'

import type { IngressDeps } from '../../../deps.ts'
import { type Route, route } from '../../../http/route.ts'
import { CardIntent, cardPayments, ReturnUrl } from '../purchases/card-payments.ts'

const CardHireBody = z.object({
  proposal_id: z.string().max(64).describe('a pending proposal of this job'),
  return_url: ReturnUrl,
})

/** What a poster gets to pay a hire by card. */
export const CardHireIntent = CardIntent.omit({ purchase_id: true, fee_preview: true }).extend({ job_id: z.string() })
export type CardHireIntent = z.output<typeof CardHireIntent>

/**
 * POST /api/jobs/{job_id}/hire/card: what a card form needs to pay the bid into escrow. The worker is hired once the card
 * has paid, while the job is open; else the card is refunded.
 */
export function hireByCardRoutes(deps: IngressDeps): readonly Route[] {
  const { db } = deps
  const cards = cardPayments(deps)
  return [
    route({
      tag: 'Jobs',
      method: 'POST',
      path: '/api/jobs/:job_id/hire/card',
      summary: 'Get what a card form needs to hire one applicant; again it is the same payment',
      credential: 'key',
      scope: 'jobs',
      limit: 'market-write',
      stores: true,
      body: CardHireBody,
      reply: CardHireIntent,
      refusals: [
        'not_found',
        'forbidden',
        'conflict',
        'engagement_limit',
        'not_by_card',
        'payments_not_ready',
        'unavailable',
      ],
      handle: async ({ actor, params, body }) => {
        const asked = { actor, job: params['job_id'] ?? '', proposal: body.proposal_id }
        const { job } = asPoster(await findJob(await db.em(), asked.job), actor)
        cards.publishableKey()
        const opened = await inUnitOfWork(db, (em) => openCardHire(em, asked))
        return {
          headers: { 'Cache-Control': 'no-store' },
          body: await cards.hireFor({ ...opened, jobId: job.id }, body.return_url ?? null),
        }
      },
    }),
  ]
}
