import { LockMode } from '@mikro-orm/core'

import type { Db } from '#shared/db/open-db.ts'
import { inUnitOfWork } from '#shared/db/unit-of-work.ts'
import type { CredentialMint } from '#shared/money/credentials.ts'

import { changeJob } from './change-job.ts'
import { endOpenJob } from './end-open-job.ts'
import { Engagement } from './engagement.entity.ts'
import { Job } from './job.entity.ts'
import { JOB_TIMERS, type JobState, lapsedWorkerBps } from './transitions.rules.ts'

const AT_ONCE = 50

/**
 * Makes the changes whose time has come: jobs expire, late hires are refunded, deliveries count as accepted, and disputes
 * that a side did not answer are decided. Returns how many jobs were due. Safe to run in several processes at once.
 */
export async function wakeJobs(db: Pick<Db, 'pg' | 'em'>, mint: CredentialMint): Promise<number> {
  // SQL: by an index of what waits, once a second.
  const { rows } = await db.pg.query<{ id: string }>({ name: 'jobs-due', text: DUE })
  const failures: unknown[] = []
  // One that cannot be changed does not keep the others waiting.
  for (const { id } of rows) await wakeJob(db, mint, id).catch((error: unknown) => failures.push(error))
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} of ${rows.length} jobs did not wake`)
  return rows.length
}

async function wakeJob(db: Pick<Db, 'pg' | 'em'>, mint: CredentialMint, id: string): Promise<void> {
  await inUnitOfWork(db, async (em) => {
    const job = await em.findOne(Job, id, { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true })
    // Somebody changed it since it was picked.
    if (!job?.wakeAt || job.wakeAt > new Date()) return
    const status: JobState = job.status
    const event = JOB_TIMERS[status]
    const engagement = await em.findOne(Engagement, id, { refresh: true })
    const by = 'platform' as const
    if (event === 'expired') return endOpenJob(em, mint, { job, engagement }, { event, by })
    if (event === undefined || engagement === null) throw new Error(`job ${id} waits for a timer it does not have`)
    const decided = event === 'dispute_lapsed' ? { workerBps: lapsedWorkerBps(engagement) } : {}
    return changeJob(em, mint, { job, engagement }, { event, by, ...decided })
  })
}

const DUE = `select id from job where wake_at <= now() order by wake_at limit ${AT_ONCE}`
