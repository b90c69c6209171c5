import { defineEntity, p } from '@mikro-orm/core'

const JobStandingSchema = defineEntity({
  name: 'JobStanding',
  tableName: 'job_standing',
  properties: {
    accountId: p.uuid().primary(),
    openJobs: p.integer().default(0),
    pendingProposals: p.integer().default(0),
    activeEngagements: p.integer().default(0),
    completed: p.integer().default(0),
    disputes: p.integer().default(0),
  },
  checks: [
    { name: 'job_standing_open_jobs', expression: 'open_jobs between 0 and 50' },
    { name: 'job_standing_pending', expression: 'pending_proposals between 0 and 12' },
    { name: 'job_standing_active', expression: 'active_engagements between 0 and 3' },
    { name: 'job_standing_record', expression: 'completed >= 0 and disputes >= 0' },
  ],
})

/**
 * What the limits of the board count of an account: its owner and all agents together. Triggers on jobs, proposals and
 * engagements are the only writers, and the checks are the limits themselves, so no race goes past one. `completed` is
 * what was paid in full, `disputes` what others opened and the account did not win.
 */
export class JobStanding extends JobStandingSchema.class {}
JobStandingSchema.setClass(JobStanding)
