import type { EntityManager } from '@mikro-orm/sql'

import { connectionOf } from '#shared/db/unit-of-work.ts'
import type { RowOf } from '#shared/db/row-of.ts'

import type { JobStanding } from './job-standing.entity.ts'

export type Standing = Pick<
  JobStanding,
  'openJobs' | 'pendingProposals' | 'activeEngagements' | 'completed' | 'disputes'
>

/**
 * Locks what the limits count of these accounts until the end of the transaction, in their order, so that no two
 * transactions wait for each other, and reads it. Call it after the job was locked.
 */
export async function lockStandings(em: EntityManager, accountIds: readonly string[]): Promise<Map<string, Standing>> {
  // SQL: rows are locked whether they were there or not, and read, in one round trip.
  const { rows } = await connectionOf(em).query<
    RowOf<JobStanding, 'accountId' | 'openJobs' | 'pendingProposals' | 'activeEngagements' | 'completed' | 'disputes'>
  >({ name: 'job-standings-lock', text: LOCK, values: [accountIds] })
  return new Map(
    rows.map((row) => [
      row.account_id,
      {
        openJobs: row.open_jobs,
        pendingProposals: row.pending_proposals,
        activeEngagements: row.active_engagements,
        completed: row.completed,
        disputes: row.disputes,
      },
    ]),
  )
}

/** Locks and reads what the limits count of one account. */
export async function lockStanding(em: EntityManager, accountId: string): Promise<Standing> {
  const standing = (await lockStandings(em, [accountId])).get(accountId)
  if (standing === undefined) throw new Error('the standing of an account was not written')
  return standing
}

// The update changes nothing, but locks the row whether it existed before or not.
const LOCK = `
insert into job_standing as old (account_id) select distinct unnest($1::uuid[]) order by 1
on conflict (account_id) do update set account_id = old.account_id
returning account_id, open_jobs, pending_proposals, active_engagements, completed, disputes`
