import { z } from 'zod'

import { doesNotPay, Refusal } from '#shared/errors.ts'
import { JobDetail } from '#shared/market/jobs/board/job-detail.view.ts'
import { HIRE_PRODUCT, HireAnswer, type HireOrder } from '#shared/market/jobs/escrow/hire-product.ts'
import { asPoster, findJob } from '#shared/market/jobs/find-job.ts'
import { hireWorker, priceOfHire } from '#shared/market/jobs/hire-worker.ts'
import type { Actor } from '#shared/market/users/actor.ts'
import type { SentPayment } from '#shared/money/x402/payment-header.ts'

import { refuseOverMax } from '../../../call/accept/charge-credential.ts'
import type { Challenge } from '../../../call/challenge/challenge.ts'
import { preferencesOf } from '../../../call/input/preferences.ts'
import type { IngressDeps } from '../../../deps.ts'
import { errorBody } from '../../../http/error-body.ts'
import { type Reply, type Route, route, type RouteRequest } from '../../../http/route.ts'
import { challengeFor, ChallengeQuery, paymentOf, versionAsked } from '../../../purchase/payment-first.ts'
import { Recover, SALE_REFUSALS, seller } from '../../../purchase/sell.ts'
import { boundCents } from '../purchases/bound-payment.ts'
import { keyDoesNotPay } from '../purchases/buy-with-key.ts'
import { payingCredential } from '../purchases/paying-credential.ts'
import { jobReplies } from './job-replies.ts'

/** What a payment for a hire is answered with. */
const SoldHire = HireAnswer.extend({ recover: Recover.optional() })
const HireBody = z.object({ proposal_id: z.string().max(64).describe('a pending proposal of this job') })
type HireRequest = RouteRequest<z.output<typeof HireBody>, ChallengeQuery, Actor>

/**
 * POST /api/jobs/{job_id}/hire: the poster hires one applicant and pays the bid into escrow, with a prepaid key or by
 * x402. The account stands in X-API-Key or Authorization: Bearer, what pays beside it.
 */
export function hireJobRoutes(deps: IngressDeps): readonly Route[] {
  const { db, mint } = deps
  const { changed, detail } = jobReplies(deps)
  const sell = seller(deps)

  return [
    route({
      tag: 'Jobs',
      method: 'POST',
      path: '/api/jobs/:job_id/hire',
      summary: 'Hire one applicant: a prepaid key (X-Service-Key) or x402 pays the bid into escrow',
      credential: 'key',
      scope: 'jobs',
      limit: 'market-write',
      stores: true,
      query: ChallengeQuery,
      body: HireBody,
      reply: JobDetail,
      refusals: [
        ...SALE_REFUSALS,
        'not_found',
        'forbidden',
        'conflict',
        'engagement_limit',
        'invalid_service_key',
        'key_revoked',
        'trial_not_accepted',
        'insufficient_balance',
        'policy_slug',
        'policy_call_ceiling',
        'policy_daily_ceiling',
        'policy_monthly_ceiling',
      ],
      handle: hire,
    }),
  ]

  async function hire(request: HireRequest): Promise<Reply> {
    const asked = { actor: request.actor, job: request.params['job_id'] ?? '', proposal: request.body.proposal_id }
    asPoster(await findJob(await db.em(), asked.job), request.actor)
    const sent = paymentOf(request)
    // A payment that was made before gets its answer, whatever became of the job.
    const bound = sent === null ? null : await boundCents(deps, request.path, sent)
    if (sent !== null && bound !== null) return sellHire(request, sent, { cents: bound, terms: {} })
    try {
      const credential = payingCredential(mint, request.header)
      if (credential?.kind === 'key') return await hireWithKey(request, credential)
      const cents = await priceOfHire(await db.em(), asked)
      if (sent === null) return challengeOf(request, cents)(request.requestId, undefined, versionAsked(request))
      const terms: HireOrder = { job: asked.job, proposal: asked.proposal, poster_id: request.actor.userId }
      return await sellHire(request, sent, { cents, terms })
    } catch (error) {
      if (!(error instanceof Refusal) || !doesNotPay(error.code)) throw error
      const cents = await priceOfHire(await db.em(), asked)
      return challengeOf(request, cents)(request.requestId, error, versionAsked(request))
    }
  }

  function hireWithKey(request: HireRequest, { id: keyId, hmac }: { id: string; hmac: Buffer }): Promise<Reply> {
    const { maxCents } = preferencesOf(request.header)
    return changed(request, async (em, job) => {
      const asked = { actor: request.actor, job, proposal: request.body.proposal_id }
      const cents = await priceOfHire(em, asked)
      refuseOverMax(cents, maxCents)
      const answer = await hireWorker(em, mint, { ...asked, key: { keyId, hmac }, paymentId: null })
      if (answer.kind !== 'funded') throw keyDoesNotPay(answer, cents)
    })
  }

  /** Sells the hire for a payment. Answers 409 with the payment as a prepaid key when nobody could be hired any more. */
  async function sellHire(
    request: HireRequest,
    sent: SentPayment,
    { cents, terms }: { cents: number; terms: HireOrder | Record<string, never> },
  ): Promise<Reply> {
    const { path, body, actor, requestId } = request
    const challenge = challengeOf(request, cents)
    const reply = await sell(request, { sent, path, cents, product: HIRE_PRODUCT, terms, body, challenge })
    if (reply.status === 402) return reply
    const { hired, why, credit, recover } = SoldHire.parse(reply.body)
    if (hired) return { ...reply, body: await detail(actor, request.params['job_id'] ?? '') }
    const refusal = new Refusal('conflict', `Nobody was hired: ${why ?? ''} The payment is a prepaid key now.`, {
      fix: { action: 'Hire with credit.key as X-Service-Key, or spend it on anything else.' },
    })
    const body409 = errorBody(refusal, requestId, 409)
    return { ...reply, status: 409, body: { ...body409, credit, ...(recover === undefined ? {} : { recover }) } }
  }

  function challengeOf({ path }: HireRequest, cents: number): Challenge {
    return challengeFor(deps, {
      path,
      title: 'Hire',
      description: `A hire for ${cents} cents, which stand in escrow until the work is accepted. A prepaid key (X-Service-Key) pays too.`,
      cents,
    })
  }
}
