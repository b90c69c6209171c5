import type { EntityManager } from '@mikro-orm/sql'

import type { CredentialMint } from '#shared/money/credentials.ts'

import type { Actor } from '../../users/actor.ts'
import { changeJob } from '../change-job.ts'
import { asParty, asPoster, lockJob } from '../find-job.ts'

/** Accepts what was delivered: the bid goes to the worker, less the fee. Also ends a dispute. Throws 409 out of state. */
export async function acceptWork(
  em: EntityManager,
  mint: CredentialMint,
  { actor, job: id }: { actor: Actor; job: string },
): Promise<void> {
  const { job, engagement } = asParty(asPoster(await lockJob(em, id), actor), actor)
  await changeJob(em, mint, { job, engagement }, { event: 'accepted', by: 'poster' })
}
