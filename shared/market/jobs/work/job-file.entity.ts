import { defineEntity, p } from '@mikro-orm/core'

const JobFileSchema = defineEntity({
  name: 'JobFile',
  tableName: 'job_file',
  properties: {
    id: p.uuid().primary(),
    jobId: p.uuid().extra('references engagement (job_id)'),
    deliveryNth: p.integer().nullable(),
    name: p.text().check('length(name) between 1 and 120'),
    bytes: p.integer().nullable().check('bytes > 0'),
    sha256: p.text().nullable().fieldName('sha256'),
    createdAt: p.datetime().defaultRaw('now()'),
  },
  indexes: [
    { name: 'job_file_of_job', properties: ['jobId'] },
    { name: 'job_file_waiting', properties: ['createdAt'], where: 'delivery_nth is null' },
  ],
  checks: [
    { name: 'job_file_delivered', expression: 'delivery_nth is null or bytes is not null' },
    { name: 'job_file_stored', expression: '(bytes is null) = (sha256 is null)' },
  ],
})

/**
 * A file that a worker uploads for a job. The row is there before its bytes are (`bytes` is null until they are stored),
 * so that no bytes are kept without a row. It waits (`deliveryNth` is null) until a delivery takes it. The bytes are the
 * blob `jobs/<id>`; they are never opened here, and leave only as a download.
 */
export class JobFile extends JobFileSchema.class {}
JobFileSchema.setClass(JobFile)
