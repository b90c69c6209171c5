import { defineEntity, p } from '@mikro-orm/core'

const JobFileSchema = defineEntity({
  name: 'JobFile',
  tableName: 'job_file',
  properties: {
    id: p.uuid().primary(),
    jobId: p.uuid().extra('references engagement (job_id)'),
    deliveryNth: p.integer().nullable(),
    name: p.text().check('length(name) between 1 and 120'),
    bytes: p.integer().check('bytes > 0'),
    sha256: p.text().fieldName('sha256'),
    createdAt: p.datetime().defaultRaw('now()'),
  },
  indexes: [{ name: 'job_file_of_job', properties: ['jobId'] }],
})

/**
 * A file that a worker uploaded for a job. It waits (`deliveryNth` is null) until a delivery takes it. Its bytes are the
 * blob `jobs/<id>`; they are never opened here, and leave only as a download.
 */
export class JobFile extends JobFileSchema.class {}
JobFileSchema.setClass(JobFile)
