import { defineEntity, p } from '@mikro-orm/core'

import { JOB_STATES } from './job.entity.ts'

const JobEventSchema = defineEntity({
  name: 'JobEvent',
  tableName: 'job_event',
  properties: {
    jobId: p.uuid().primary().extra('references job (id)'),
    nth: p.integer().primary().check('nth > 0'),
    at: p.datetime().defaultRaw('now()'),
    event: p.text(),
    actor: p.enum(['poster', 'worker', 'platform', 'operator'] as const),
    reason: p.text().nullable().check('length(reason) <= 2000'),
    status: p.enum(JOB_STATES),
  },
})

/** A row of a job's timeline: what happened, who did it, and the state afterwards. Never changed. */
export class JobEvent extends JobEventSchema.class {}
JobEventSchema.setClass(JobEvent)
