import type { EntityManager } from '@mikro-orm/sql'

import { now } from '#shared/db/fragment.ts'
import { Refusal } from '#shared/errors.ts'

import type { Actor } from '../users/actor.ts'
import { noteJob } from './change-job.ts'
import { wantVetting } from './checks/want-vetting.ts'
import { asPoster, lockJob } from './find-job.ts'
import type { EditJob } from './job-fields.ts'
import { type CheckPrices, priceOfChecks } from './price-of-checks.ts'
import { Proposal } from './proposal.entity.ts'

const DAY_MS = 86_400_000

/**
 * Changes an open job. What a bid was made for stays as it is while proposals are pending (409 `conflict`): then only the
 * category, the tags, a higher budget and the time on the board may change.
 */
export async function editJob(
  em: EntityManager,
  actor: Actor,
  id: string,
  { sent, prices }: { sent: EditJob; prices: CheckPrices },
): Promise<void> {
  const { job } = asPoster(await lockJob(em, id), actor)
  if (job.status !== 'open')
    throw new Refusal('conflict', `This job is ${job.status}; its brief is kept.`, {
      fix: { action: 'Post another job.' },
      extra: { status: job.status },
    })
  const { title, description, done_when, acceptance_checks, budget_cents } = sent
  const changesBid =
    [title, description, done_when, acceptance_checks].some((value) => value !== undefined) ||
    (budget_cents !== undefined && budget_cents < job.budgetCents)
  const pending = changesBid ? await em.count(Proposal, { jobId: job.id, status: 'pending' }) : 0
  if (pending > 0)
    throw new Refusal(
      'conflict',
      `${pending} workers have bid on this brief; it stays as it is. Nothing was changed.`,
      {
        fix: { action: 'Change its category, tags, time or a higher budget; or cancel it and post another.' },
        extra: { pending_proposals: pending },
      },
    )
  const expiresAt = sent.open_days === undefined ? job.expiresAt : new Date(Date.now() + sent.open_days * DAY_MS)
  em.assign(job, {
    title: title ?? job.title,
    description: description ?? job.description,
    doneWhen: done_when === undefined ? (job.doneWhen ?? null) : done_when,
    category: sent.category ?? job.category,
    budgetCents: budget_cents ?? job.budgetCents,
    capabilityTags: sent.capability_tags ?? job.capabilityTags,
    checks: acceptance_checks ?? job.checks,
    checkCents: acceptance_checks === undefined ? job.checkCents : priceOfChecks(acceptance_checks, prices),
    expiresAt,
    wakeAt: expiresAt,
    updatedAt: now,
  })
  await em.flush()
  await noteJob(em, job, { event: 'edited', by: 'poster' })
  if (changesBid) await wantVetting(em, job.id, 0)
}
