import type { EntityManager } from '@mikro-orm/sql'

import { now } from '#shared/db/fragment.ts'
import type { CredentialMint } from '#shared/money/credentials.ts'

import { changeJob } from './change-job.ts'
import type { LockedJob } from './find-job.ts'
import { lockStandings } from './lock-standings.ts'
import { Proposal } from './proposal.entity.ts'
import type { JobParty } from './transitions.rules.ts'

/** Takes an open job off the board, canceled or expired; its pending proposals are declined. */
export async function endOpenJob(
  em: EntityManager,
  mint: CredentialMint,
  { job, engagement }: LockedJob,
  how: { event: 'canceled' | 'expired'; by: JobParty; reason?: string | null },
): Promise<void> {
  await lockProposers(em, { id: job.id, posterAccountId: job.posterAccountId })
  await changeJob(em, mint, { job, engagement }, how)
  await declinePending(em, job.id)
}

/** Locks the standings of everybody whose proposal for a job is pending, and of its poster, in the order of accounts. */
export async function lockProposers(em: EntityManager, job: { id: string; posterAccountId: string }) {
  const pending = await em.find(Proposal, { jobId: job.id, status: 'pending' }, { fields: ['accountId'] })
  return lockStandings(em, [job.posterAccountId, ...pending.map(({ accountId }) => accountId)])
}

/** Declines the pending proposals of a job whose proposers are locked. */
export async function declinePending(em: EntityManager, jobId: string): Promise<void> {
  await em.nativeUpdate(Proposal, { jobId, status: 'pending' }, { status: 'declined', updatedAt: now })
}
