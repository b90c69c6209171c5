import type { Engagement } from './engagement.entity.ts'
import type { JOB_STATES } from './job.entity.ts'
import { JOB_HOURS, MOST_DELIVERIES } from './job.rules.ts'

export type JobState = (typeof JOB_STATES)[number]
/** Who changes a job. `platform` is this service: its timers. */
export type JobParty = 'poster' | 'worker' | 'platform' | 'operator'

/** What guards read of a job. `engagement` is null until somebody is hired. */
export type GuardedJob = {
  status: JobState
  wakeAt?: Date | null
  engagement: Pick<Engagement, 'deliveries' | 'posterAnsweredAt' | 'workerAnsweredAt'> | null
}
type Guard = (job: GuardedJob, now: Date) => boolean

/**
 * One row of the table. `money` says what becomes of the escrow: it is funded, goes to the worker, goes back to the
 * poster, or is shared as decided. `when` says in words what has to hold besides the state, and `guard` checks it.
 */
type Transition = {
  event: string
  from: readonly JobState[]
  to: JobState
  by: readonly JobParty[]
  money: 'none' | 'fund' | 'to_worker' | 'to_poster' | 'as_decided'
  when: string
  guard?: Guard
}

const HELD = ['hired', 'delivered', 'disputed'] as const
const isDue: Guard = ({ wakeAt }, now) => wakeAt instanceof Date && wakeAt <= now
const nothingDelivered: Guard = ({ engagement }) => engagement?.deliveries === 0

/**
 * Every change of a job. It opens as `open` (event `posted`). The database refuses every other change of state; a test
 * compares. docs/jobs.md shows this table; a test compares that, too.
 */
export const JOB_TRANSITIONS = [
  change('hired', ['open'], 'hired', ['poster'], 'fund', 'the bid was paid into escrow'),
  change('canceled', ['open'], 'canceled', ['poster'], 'none', 'nobody is hired'),
  change('expired', ['open'], 'expired', ['platform'], 'none', 'its time on the board is over', isDue),
  change('hire_canceled', ['hired'], 'canceled', ['poster'], 'to_poster', 'nothing was delivered', nothingDelivered),
  change('given_back', HELD, 'canceled', ['worker'], 'to_poster', 'the worker gives the money back'),
  change(
    'late',
    ['hired'],
    'canceled',
    ['platform'],
    'to_poster',
    `the delivery is ${JOB_HOURS.late} hours late`,
    isDue,
  ),
  change(
    'delivered',
    ['hired'],
    'delivered',
    ['worker'],
    'none',
    `at most ${MOST_DELIVERIES} times`,
    ({ engagement }) => engagement !== null && engagement.deliveries < MOST_DELIVERIES,
  ),
  change(
    'changes_requested',
    ['delivered'],
    'hired',
    ['poster'],
    'none',
    'another delivery is left',
    ({ engagement }) => engagement !== null && engagement.deliveries < MOST_DELIVERIES,
  ),
  change('accepted', ['delivered', 'disputed'], 'completed', ['poster'], 'to_worker', 'the poster is content'),
  change(
    'auto_accepted',
    ['delivered'],
    'completed',
    ['platform'],
    'to_worker',
    `the poster said nothing for ${JOB_HOURS.acceptance} hours`,
    isDue,
  ),
  change(
    'disputed',
    ['hired', 'delivered'],
    'disputed',
    ['poster', 'worker', 'operator'],
    'none',
    'something was delivered',
    ({ engagement }) => engagement !== null && engagement.deliveries > 0,
  ),
  change(
    'dispute_lapsed',
    ['disputed'],
    'resolved',
    ['platform'],
    'as_decided',
    `a side did not answer for ${JOB_HOURS.answer} hours`,
    isDue,
  ),
  change('decided', ['disputed'], 'resolved', ['operator'], 'as_decided', 'the operator says how it is shared'),
] as const satisfies readonly Transition[]

export type JobChange = (typeof JOB_TRANSITIONS)[number]['event']

/** The timer of each state: the event that the platform makes when it is due. */
export const JOB_TIMERS: Readonly<Partial<Record<JobState, JobChange>>> = {
  open: 'expired',
  hired: 'late',
  delivered: 'auto_accepted',
  disputed: 'dispute_lapsed',
}

function change<Event extends string>(
  event: Event,
  from: readonly JobState[],
  to: JobState,
  by: readonly JobParty[],
  money: Transition['money'],
  when: string,
  guard?: Guard,
) {
  return { event, from, to, by, money, when, ...(guard === undefined ? {} : { guard }) } as const
}

/** The transition of an event that the party may make now; null when it may not. */
export function jobTransitionFor(job: GuardedJob, event: JobChange, by: JobParty, now: Date): Transition | null {
  const row: Transition | undefined = JOB_TRANSITIONS.find((one) => one.event === event)
  if (row === undefined || !row.by.includes(by) || !row.from.includes(job.status)) return null
  return row.guard?.(job, now) === false ? null : row
}

/** The worker's part of a dispute that a side did not answer, in basis points: whoever is silent loses, both: the worker is paid. */
export function lapsedWorkerBps({
  posterAnsweredAt,
  workerAnsweredAt,
}: Pick<Engagement, 'posterAnsweredAt' | 'workerAnsweredAt'>): number {
  return posterAnsweredAt && !workerAnsweredAt ? 0 : 10_000
}
