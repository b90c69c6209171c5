import type { EntityManager } from '@mikro-orm/sql'

import type { CredentialMint } from '#shared/money/credentials.ts'

import type { Actor } from '../../users/actor.ts'
import { changeJob } from '../change-job.ts'
import { endOpenJob } from '../end-open-job.ts'
import { asParty, jobRole, lockJob } from '../find-job.ts'

/**
 * Ends a job before it is done: its poster takes it off the board, or, as long as nothing was delivered, takes the money
 * back; its worker gives the money back at any time before the decision. Throws 409 out of state.
 */
export async function cancelJob(
  em: EntityManager,
  mint: CredentialMint,
  { actor, job: id, reason }: { actor: Actor; job: string; reason: string | null },
): Promise<void> {
  const seen = await lockJob(em, id)
  if (seen.engagement === null && jobRole(seen, actor) === 'poster')
    return endOpenJob(em, mint, seen, { event: 'canceled', by: 'poster', reason })
  const { job, engagement, role } = asParty(seen, actor)
  const event = role === 'poster' ? 'hire_canceled' : 'given_back'
  return changeJob(em, mint, { job, engagement }, { event, by: role, reason })
}
