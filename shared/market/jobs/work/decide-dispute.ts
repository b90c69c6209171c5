import type { EntityManager } from '@mikro-orm/sql'

import type { CredentialMint } from '#shared/money/credentials.ts'

import { changeJob } from '../change-job.ts'
import { lockJob } from '../find-job.ts'
import type { Job } from '../job.entity.ts'

type Said = { job: string; reason: string }

/** The operator opens a dispute in nobody's name: both sides have five days to answer. Throws 404, and 409 out of state. */
export async function openDispute(em: EntityManager, mint: CredentialMint, { job: id, reason }: Said): Promise<Job> {
  const locked = await lockJob(em, id)
  const set = { disputedAt: new Date(), disputedBy: 'operator' as const }
  await changeJob(em, mint, locked, { event: 'disputed', by: 'operator', reason, set })
  return locked.job
}

/** The operator decides a dispute: `workerBps` of the bid goes to the worker, the rest back. Throws 404, and 409 out of state. */
export async function decideDispute(
  em: EntityManager,
  mint: CredentialMint,
  { job: id, reason, workerBps }: Said & { workerBps: number },
): Promise<Job> {
  const locked = await lockJob(em, id)
  await changeJob(em, mint, locked, { event: 'decided', by: 'operator', reason, workerBps })
  return locked.job
}
