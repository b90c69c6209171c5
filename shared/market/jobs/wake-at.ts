import type { Engagement } from './engagement.entity.ts'
import { JOB_HOURS } from './job.rules.ts'
import type { JobState } from './transitions.rules.ts'

const HOUR_MS = 3_600_000
const after = (at: Date | null | undefined, hours: number) => (at ? new Date(at.getTime() + hours * HOUR_MS) : null)

/** When the timer of a job's state is due; null where none runs: the job ended, or both sides of a dispute answered. */
export function wakeAtOf(status: JobState, expiresAt: Date, engagement: Engagement | null): Date | null {
  if (status === 'open') return expiresAt
  if (engagement === null) return null
  if (status === 'hired') return after(engagement.dueAt, JOB_HOURS.late)
  if (status === 'delivered') return after(engagement.deliveredAt, JOB_HOURS.acceptance)
  if (status !== 'disputed' || (engagement.posterAnsweredAt && engagement.workerAnsweredAt)) return null
  return after(engagement.disputedAt, JOB_HOURS.answer)
}
