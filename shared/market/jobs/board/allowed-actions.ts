import type { JobRole, SeenJob } from '../find-job.ts'
import { type JobChange, jobTransitionFor, type JobState } from '../transitions.rules.ts'

/** The verb of the routes that makes each change; changes of timers and of the operator have none. */
const VERBS: Readonly<Partial<Record<JobChange, string>>> = {
  hired: 'hire',
  canceled: 'cancel',
  hire_canceled: 'cancel',
  given_back: 'cancel',
  delivered: 'deliver',
  changes_requested: 'request_changes',
  accepted: 'accept',
  disputed: 'dispute',
}

/** What a side of a job may do with it now, by the table of transitions. The names match the verbs of the routes. */
export function allowedJobActions(
  { job, engagement }: SeenJob,
  role: JobRole,
  { hasReviewed, at }: { hasReviewed: boolean; at: Date },
): string[] {
  const status: JobState = job.status
  const guarded = { status, wakeAt: job.wakeAt ?? null, engagement }
  // Safe: the keys are those of the table above.
  const changes = Object.keys(VERBS) as JobChange[]
  const verbs = changes.flatMap((event) => {
    const verb = jobTransitionFor(guarded, event, role, at) === null ? undefined : VERBS[event]
    return verb === undefined ? [] : [verb]
  })
  const answered = role === 'poster' ? engagement?.posterAnsweredAt : engagement?.workerAnsweredAt
  return [
    ...new Set(verbs),
    ...(status === 'open' ? ['edit'] : []),
    ...(status === 'disputed' && !answered ? ['answer_dispute'] : []),
    ...(engagement?.decidedAt && engagement.deliveries > 0 && !hasReviewed ? ['review'] : []),
    ...(engagement === null ? [] : ['message']),
  ]
}
