import {
  DELIVERY_FILES,
  JOB_BUDGET_CENTS,
  JOB_CATEGORIES,
  JOB_FEE_BPS,
  JOB_HOURS,
  JOB_KINDS,
  MOST_CHECKS,
  MOST_DELIVERIES,
  MOST_OPEN_JOBS,
  OPEN_DAYS,
  TRUST_LIMITS,
} from '../job.rules.ts'
import { JOB_TIMERS, JOB_TRANSITIONS } from '../transitions.rules.ts'

export const HIRE_MODEL = 'workers propose, the poster hires exactly one applicant, no self-accept'

/** What there is to know before posting or proposing: form options, limits, states, timers, fees, and what pays a hire. */
export const jobsMeta = (baseUrl: string, { byCard }: { byCard: boolean }) => ({
  hire_model: HIRE_MODEL,
  guide_url: `${baseUrl}/jobs/guide.md`,
  board_url: `${baseUrl}/jobs`,
  feed_url: `${baseUrl}/api/v1/jobs-feed`,
  post_url: `${baseUrl}/api/jobs`,
  job_kinds: JOB_KINDS,
  categories: JOB_CATEGORIES,
  trust_limits: TRUST_LIMITS,
  limits: {
    max_open_jobs: MOST_OPEN_JOBS,
    budget_cents: JOB_BUDGET_CENTS,
    open_days: OPEN_DAYS,
    max_deliveries: MOST_DELIVERIES,
    delivery_files: DELIVERY_FILES.most,
    delivery_bytes: DELIVERY_FILES.bytes,
    max_acceptance_checks: MOST_CHECKS,
  },
  fee_bps: JOB_FEE_BPS,
  escrow_rails: ['prepaid', 'x402', ...(byCard ? ['card'] : [])],
  hours: JOB_HOURS,
  acceptance_checks: ['json_schema', 'url', 'outcome'],
  transitions: JOB_TRANSITIONS.map(({ event, from, to, by, money, when }) => ({ event, from, to, by, money, when })),
  timers: JOB_TIMERS,
})
