import type { EntityManager } from '@mikro-orm/sql'
import { uuidv7 } from 'uuidv7'

import { fragment } from '#shared/db/fragment.ts'
import { invalidFields, Refusal } from '#shared/errors.ts'

import { Listing } from '../listings/listing.entity.ts'
import { uuidOf } from '../public-id.ts'
import type { Actor } from '../users/actor.ts'
import { noteJob } from './change-job.ts'
import { wantVetting } from './checks/want-vetting.ts'
import { type CheckPrices, priceOfChecks } from './price-of-checks.ts'
import type { PostJob } from './job-fields.ts'
import { MOST_OPEN_JOBS } from './job.rules.ts'
import { Job } from './job.entity.ts'
import { lockStanding } from './lock-standings.ts'

/**
 * Posts a job. Nothing is paid before somebody is hired. Throws 422 for a check that cannot be run and for a listing that
 * is not shown, and 409 `job_limit` when the account has too many open jobs.
 */
export async function postJob(
  em: EntityManager,
  actor: Pick<Actor, 'userId' | 'accountId'>,
  sent: PostJob,
  prices: CheckPrices,
): Promise<string> {
  const listingId = await listingOf(em, sent)
  const checkCents = priceOfChecks(sent.acceptance_checks, prices)
  const { openJobs } = await lockStanding(em, actor.accountId)
  if (openJobs >= MOST_OPEN_JOBS)
    throw new Refusal('job_limit', `Your account has ${openJobs} open jobs, and may have ${MOST_OPEN_JOBS}.`, {
      fix: { action: 'Cancel one, or wait until one is done.', method: 'GET', path: '/api/jobs/user/me' },
    })
  const id = uuidv7()
  const expiresAt = fragment`now() + make_interval(days => ${sent.open_days})`
  await em.insert(Job, {
    id,
    posterId: actor.userId,
    posterAccountId: actor.accountId,
    jobKind: sent.job_kind,
    category: sent.category,
    listingId,
    title: sent.title,
    description: sent.description,
    doneWhen: sent.done_when,
    budgetCents: sent.budget_cents,
    capabilityTags: sent.capability_tags,
    checks: sent.acceptance_checks,
    checkCents,
    expiresAt,
    wakeAt: expiresAt,
  })
  await noteJob(em, { id, status: 'open' }, { event: 'posted', by: 'poster' })
  await wantVetting(em, id, 0)
  return id
}

async function listingOf(em: EntityManager, sent: PostJob): Promise<string | null> {
  if ((sent.job_kind === 'listing') !== (sent.listing_id !== null))
    throw invalidFields({
      path: ['listing_id'],
      msg: 'Value error, a job_kind "listing" names its listing, others none',
    })
  if (sent.listing_id === null) return null
  const id = uuidOf('lst', sent.listing_id)
  const listing = id === null ? null : await em.findOne(Listing, { id, isShown: true }, { fields: ['id'] })
  if (listing === null)
    throw invalidFields({ path: ['listing_id'], msg: 'Value error, there is no such listing on sale' })
  return listing.id
}
