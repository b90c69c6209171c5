import type { EntityManager } from '@mikro-orm/sql'

import { fragment } from '#shared/db/fragment.ts'
import type { Db } from '#shared/db/open-db.ts'

import type { CheckResult, JobCheck } from '../job-check.ts'
import { Job } from '../job.entity.ts'
import { Delivery } from '../work/delivery.entity.ts'
import { JobVetting } from './job-vetting.entity.ts'

/** A brief, or a delivery for its brief, whose checks are to be made. `wantedAt` identifies what was asked for. */
export type Unchecked = {
  jobId: string
  deliveryNth: number
  wantedAt: string
  brief: { title: string; description: string; doneWhen: string | null; budgetCents: number }
  checks: readonly JobCheck[]
  delivery: { notes: string; url: string | null; result: unknown } | null
}

/** After this many attempts without a result, the checks are left alone. */
export const MOST_TRIES = 3
/** Lease in seconds: more than all checks of one delivery may take. */
const TAKEN_S = 180

/** Leases the brief or delivery that has waited longest; null when none is waiting. Safe to run in several processes. */
export async function takeUnchecked(db: Pick<Db, 'pg' | 'em'>): Promise<Unchecked | null> {
  // SQL: picks and leases in one statement that skips what another process has locked.
  const { rows } = await db.pg.query<Pick<Unchecked, 'jobId' | 'deliveryNth' | 'wantedAt'>>({
    name: 'job-vetting-take',
    text: TAKE,
  })
  const [due] = rows
  if (due === undefined) return null
  const em = await db.em()
  const job = await em.findOneOrFail(Job, due.jobId)
  const delivery =
    due.deliveryNth === 0 ? null : await em.findOneOrFail(Delivery, { jobId: due.jobId, nth: due.deliveryNth })
  return {
    ...due,
    brief: {
      title: job.title,
      description: job.description,
      doneWhen: job.doneWhen ?? null,
      budgetCents: job.budgetCents,
    },
    checks: job.checks,
    delivery:
      delivery === null ? null : { notes: delivery.notes, url: delivery.url ?? null, result: delivery.result ?? null },
  }
}

/** Stores what the checks said, unless they were asked for anew meanwhile. The worst result is the verdict. */
export async function keepChecked(
  em: EntityManager,
  { jobId, deliveryNth, wantedAt }: Unchecked,
  results: CheckResult[],
): Promise<void> {
  const has = (status: CheckResult['status']) => results.some((one) => one.status === status)
  const verdict = has('fail') ? 'failed' : has('warn') || has('error') ? 'warnings' : 'passed'
  const same = { jobId, deliveryNth, wantedAt: fragment`${wantedAt}::timestamptz`, vettedAt: null }
  await em.nativeUpdate(JobVetting, same, { verdict, results, vettedAt: fragment`clock_timestamp()` })
}

const TAKE = `
with due as materialized (
  select job_id, delivery_nth from job_vetting
  where vetted_at is null and tries < ${MOST_TRIES} and (taken_until is null or taken_until < clock_timestamp())
  order by wanted_at limit 1 for update skip locked
)
update job_vetting v set taken_until = clock_timestamp() + interval '${TAKEN_S} seconds', tries = v.tries + 1
from due where v.job_id = due.job_id and v.delivery_nth = due.delivery_nth
returning v.job_id as "jobId", v.delivery_nth as "deliveryNth", v.wanted_at::text as "wantedAt"`
