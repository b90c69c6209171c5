import type { EntityManager } from '@mikro-orm/sql'

import { now } from '#shared/db/fragment.ts'
import { connectionOf } from '#shared/db/unit-of-work.ts'
import { Refusal } from '#shared/errors.ts'
import type { CredentialMint } from '#shared/money/credentials.ts'

import type { Engagement } from './engagement.entity.ts'
import { shareEscrow } from './escrow/share-escrow.ts'
import type { LockedJob } from './find-job.ts'
import type { Job } from './job.entity.ts'
import { lockStanding } from './lock-standings.ts'
import { type JobChange, type JobParty, jobTransitionFor } from './transitions.rules.ts'
import { wakeAtOf } from './wake-at.ts'

type Change = {
  event: JobChange
  by: JobParty
  reason?: string | null
  /** The worker's part of the bid in basis points, where the transition is `as_decided`. */
  workerBps?: number
  /** Columns of the engagement that change with the state. */
  set?: Partial<
    Pick<
      Engagement,
      'dueAt' | 'deliveries' | 'deliveredAt' | 'disputedAt' | 'disputedBy' | 'posterAnsweredAt' | 'workerAnsweredAt'
    >
  >
}

/**
 * Moves a job that the caller's transaction has locked by one row of the table of transitions: its state, its timer, its
 * escrow and its timeline. The only code that does. Throws 409 `conflict` when the table does not allow it.
 */
export async function changeJob(
  em: EntityManager,
  mint: CredentialMint,
  { job, engagement }: LockedJob,
  change: Change,
): Promise<void> {
  const { event, by, reason = null, workerBps, set } = change
  const transition = jobTransitionFor({ ...guarded(job), engagement }, event, by, new Date())
  if (transition === null) throw notAllowed(job, event)
  if (engagement !== null && set !== undefined) {
    em.assign(engagement, set)
    await em.flush()
  }
  if (transition.money !== 'none' && transition.money !== 'fund') {
    if (engagement === null) throw new Error('a job without an engagement has no money')
    const bps = { to_worker: 10_000, to_poster: 0, as_decided: workerBps }[transition.money]
    if (bps === undefined) throw new Error('a decision needs the part of the worker')
    // Standings are locked before wallets, as a hire locks them, so that the two never wait for each other.
    await lockStanding(em, engagement.workerAccountId)
    await shareEscrow(connectionOf(em), mint, engagement, bps)
    await em.refresh(engagement)
  }
  em.assign(job, {
    status: transition.to,
    wakeAt: wakeAtOf(transition.to, job.expiresAt, engagement),
    updatedAt: now,
  })
  await em.flush()
  await noteJob(em, job, { event, by, reason })
}

/** Writes a row of the timeline of a job that the caller's transaction has locked. */
export async function noteJob(
  em: EntityManager,
  { id, status }: Pick<Job, 'id' | 'status'>,
  { event, by, reason = null }: { event: string; by: JobParty; reason?: string | null },
): Promise<void> {
  // SQL: the number follows from the rows that are there.
  await connectionOf(em).query({ name: 'job-note', text: NOTE, values: [id, event, by, reason, status] })
}

const guarded = ({ status, wakeAt }: Job) => ({ status, wakeAt: wakeAt ?? null })

const notAllowed = ({ status }: Job, event: string) =>
  new Refusal('conflict', `This job is ${status}; "${event}" does not follow for you now. Nothing was changed.`, {
    fix: { action: 'Read allowed_actions of the job.' },
    extra: { status },
  })

const NOTE = `
insert into job_event (job_id, nth, event, actor, reason, status)
select $1::uuid, coalesce(max(nth), 0) + 1, $2, $3, $4, $5 from job_event where job_id = $1::uuid`
