import type { EntityManager } from '@mikro-orm/sql'

import type { CredentialMint } from '#shared/money/credentials.ts'

import type { Actor } from '../../users/actor.ts'
import { changeJob } from '../change-job.ts'
import { asParty, asPoster, lockJob } from '../find-job.ts'
import { JOB_HOURS } from '../job.rules.ts'

const CHANGES_MS = JOB_HOURS.changes * 3_600_000

/** Asks the worker for another delivery, for which there are three days at least. Throws 409 when none is left. */
export async function requestChanges(
  em: EntityManager,
  mint: CredentialMint,
  { actor, job: id, reason }: { actor: Actor; job: string; reason: string },
): Promise<void> {
  const { job, engagement } = asParty(asPoster(await lockJob(em, id), actor), actor)
  const dueAt = new Date(Math.max(engagement.dueAt.getTime(), Date.now() + CHANGES_MS))
  await changeJob(em, mint, { job, engagement }, { event: 'changes_requested', by: 'poster', reason, set: { dueAt } })
}
