import { defineEntity, p } from '@mikro-orm/core'

import type { CheckResult } from '../job-check.ts'

const JobVettingSchema = defineEntity({
  name: 'JobVetting',
  tableName: 'job_vetting',
  properties: {
    jobId: p.uuid().primary().extra('references job (id)'),
    deliveryNth: p.integer().primary().check('delivery_nth >= 0'),
    wantedAt: p.datetime().defaultRaw('clock_timestamp()'),
    takenUntil: p.datetime().nullable(),
    tries: p.integer().default(0),
    vettedAt: p.datetime().nullable(),
    verdict: p.enum(['passed', 'warnings', 'failed'] as const).nullable(),
    results: p.json<CheckResult[]>().nullable(),
  },
  indexes: [{ name: 'job_vetting_to_do', properties: ['wantedAt'], where: 'vetted_at is null' }],
  checks: [{ name: 'job_vetting_done', expression: '(vetted_at is null) = (verdict is null)' }],
})

/**
 * What our checks say of a brief (`deliveryNth` 0) or of a delivery. Rows without `vettedAt` are the queue of the
 * checks; a worker leases one at a time.
 */
export class JobVetting extends JobVettingSchema.class {}
JobVettingSchema.setClass(JobVetting)
