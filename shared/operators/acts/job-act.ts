import type { Db } from '#shared/db/open-db.ts'
import { inUnitOfWork } from '#shared/db/unit-of-work.ts'
import { decideDispute, openDispute } from '#shared/market/jobs/work/decide-dispute.ts'
import type { CredentialMint } from '#shared/money/credentials.ts'

/** Opens a dispute in nobody's name, or decides one: what the worker gets of the bid, in percent. */
export type JobAct =
  | { name: 'job dispute'; job: string; reason: string }
  | { name: 'job decide'; job: string; reason: string; workerPercent: number }

/** Runs an act about a job. Throws 404 for an unknown job and 409 for one in no state for it. */
export async function runJobAct(
  { mint, ...db }: Pick<Db, 'pg' | 'em'> & { mint: CredentialMint },
  act: JobAct,
): Promise<Record<string, unknown>> {
  const { status } = await inUnitOfWork(db, (em) =>
    act.name === 'job dispute'
      ? openDispute(em, mint, act)
      : decideDispute(em, mint, { ...act, workerBps: act.workerPercent * 100 }),
  )
  return { job_id: act.job, status }
}
