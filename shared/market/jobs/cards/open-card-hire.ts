import type { EntityManager } from '@mikro-orm/sql'
import { uuidv7 } from 'uuidv7'

import { connectionOf } from '#shared/db/unit-of-work.ts'

import { CardPayment } from '../../cards/card-payment.entity.ts'
import { requireCardPrice } from '../../cards/open-card-sale.ts'
import { uuidOf } from '../../public-id.ts'
import type { Actor } from '../../users/actor.ts'
import { lockJob } from '../find-job.ts'
import { priceOfHire } from '../hire-worker.ts'
import { CardHire } from './card-hire.entity.ts'

/** Minutes for which a hire by card can be paid. */
const HIRE_MINUTES = 30
/** Milliseconds until a payment is looked at for the first time, if no event came. */
const FIRST_LOOK_MS = 15_000

export type OpenedHire = { hireId: string; cents: number; expiresAt: Date }

/**
 * Prepares the payment by card of a hire, or returns the one of the same job and proposal that may still be paid. Nobody is
 * hired before it came in, and the job stays open for others meanwhile. Throws as priceOfHire does, and 409 `not_by_card`.
 */
export async function openCardHire(
  em: EntityManager,
  asked: { actor: Pick<Actor, 'userId'>; job: string; proposal: string },
): Promise<OpenedHire> {
  // Of two requests at once the second waits here, and finds what the first made.
  const { job } = await lockJob(em, asked.job)
  const cents = await priceOfHire(em, asked)
  requireCardPrice(cents)
  const proposalId = uuidOf('prp', asked.proposal) ?? ''
  // SQL: the newest of its card payments that is open and at this price.
  const { rows } = await connectionOf(em).query<{ id: string; expires_at: string }>({
    name: 'card-hire-find',
    text: `select h.id, h.expires_at from card_hire h join card_payment c on c.hire_id = h.id and c.state = 'open' and c.amount_cents = $3
      where h.job_id = $1::uuid and h.proposal_id = $2::uuid and h.expires_at > now() order by h.id desc limit 1`,
    values: [job.id, proposalId, cents],
  })
  const [found] = rows
  if (found !== undefined) return { hireId: found.id, cents, expiresAt: new Date(found.expires_at) }
  const hireId = uuidv7()
  const expiresAt = new Date(Date.now() + HIRE_MINUTES * 60_000)
  await em.insert(CardHire, { id: hireId, jobId: job.id, proposalId, posterId: job.posterId, expiresAt })
  const lookAt = new Date(Date.now() + FIRST_LOOK_MS)
  await em.insert(CardPayment, { purchaseId: hireId, hireId, amountCents: cents, lookAt })
  return { hireId, cents, expiresAt }
}
