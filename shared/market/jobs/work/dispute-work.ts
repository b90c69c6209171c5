import type { EntityManager } from '@mikro-orm/sql'

import { now } from '#shared/db/fragment.ts'
import { Refusal } from '#shared/errors.ts'
import type { CredentialMint } from '#shared/money/credentials.ts'

import type { Actor } from '../../users/actor.ts'
import { changeJob, noteJob } from '../change-job.ts'
import { asParty, lockJob } from '../find-job.ts'
import { wakeAtOf } from '../wake-at.ts'

type Statement = { actor: Actor; job: string; reason: string }

/**
 * Disputes what was delivered, or that changes are asked for. The reason is the statement of whoever opens it; the other
 * side has five days to answer. Throws 409 before a delivery and out of state.
 */
export async function disputeWork(em: EntityManager, mint: CredentialMint, sent: Statement): Promise<void> {
  const { actor, job: id, reason } = sent
  const { job, engagement, role } = asParty(await lockJob(em, id), actor)
  const at = new Date()
  const answered = role === 'poster' ? { posterAnsweredAt: at } : { workerAnsweredAt: at }
  const set = { disputedAt: at, disputedBy: role, ...answered }
  await changeJob(em, mint, { job, engagement }, { event: 'disputed', by: role, reason, set })
}

/** Answers a dispute as the side that has not said anything yet; once both have, the operator decides. Throws 409. */
export async function answerDispute(em: EntityManager, { actor, job: id, reason }: Statement): Promise<void> {
  const { job, engagement, role } = asParty(await lockJob(em, id), actor)
  const answered = role === 'poster' ? engagement.posterAnsweredAt : engagement.workerAnsweredAt
  if (job.status !== 'disputed' || answered)
    throw new Refusal('conflict', `This job is ${job.status}${answered ? ', and you have answered' : ''}.`, {
      fix: { action: 'Write a message instead; the operator reads it.' },
      extra: { status: job.status },
    })
  const at = new Date()
  em.assign(engagement, role === 'poster' ? { posterAnsweredAt: at } : { workerAnsweredAt: at })
  em.assign(job, { wakeAt: wakeAtOf(job.status, job.expiresAt, engagement), updatedAt: now })
  await em.flush()
  await noteJob(em, job, { event: 'dispute_answered', by: role, reason })
}
