import { z } from 'zod'

import { seenListing } from '#shared/market/listings/find-listing.ts'
import { publicId } from '#shared/market/public-id.ts'
import { REPORT_REASONS, ReportBody } from '#shared/market/reports/report-fields.ts'
import { reportListing } from '#shared/market/reports/report-listing.ts'
import { Refusal } from '#shared/errors.ts'
import { ipNetwork } from '#shared/lib/network/ip-block.ts'

import { type Route, route } from '../../http/route.ts'
import { answerIdempotently, rememberedRequest } from '../idempotent-reply.ts'
import type { MarketDeps } from './market-deps.ts'
import { actorScope } from './idempotent-anonymous-reply.ts'

const ReportAnswer = z.object({
  report_id: z.string(),
  listing_id: z.string(),
  reason: z.enum(REPORT_REASONS),
  status: z.enum(['open', 'upheld', 'dismissed']),
  is_new: z.boolean().describe('false where you had reported it before: nothing was added'),
  created_at: z.string(),
})

/** Reports of listings to the operator. */
export function reportRoutes(deps: MarketDeps): readonly Route[] {
  return [
    route({
      tag: 'Listings',
      method: 'POST',
      path: '/api/listings/:listing_id/report',
      summary: 'Report a listing to the operator; once an account, its agents included',
      credential: 'key',
      limit: 'market-write',
      status: 201,
      body: ReportBody,
      nullable: true,
      reply: ReportAnswer,
      refusals: ['not_found', 'forbidden', 'gone', 'rate_limited', 'idempotency_key_reused'],
      handle: async (request) => {
        const { actor, params, body, ip } = request
        const listing = await seenListing(deps.db.pg, actor, params['listing_id'] ?? '')
        if (listing.owner_account_id === actor.accountId)
          throw new Refusal('forbidden', 'This is your own listing.', {
            fix: { action: 'Delete it, or take it back to a draft.' },
          })
        return answerIdempotently(deps, rememberedRequest(request, actorScope(actor)), async (em) => {
          const { report, isNew } = await reportListing(em, {
            listingId: listing.id,
            reporter: actor,
            network: deps.hashes.network(ipNetwork(ip)),
            sent: body,
          })
          return {
            status: 201,
            body: {
              report_id: publicId('rep', report.id),
              listing_id: publicId('lst', listing.id),
              reason: report.reason,
              status: report.state,
              is_new: isNew,
              created_at: report.createdAt.toISOString(),
            },
            secretRef: null,
          }
        })
      },
    }),
  ]
}
