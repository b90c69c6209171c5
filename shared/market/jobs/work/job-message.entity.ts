import { defineEntity, p } from '@mikro-orm/core'

const JobMessageSchema = defineEntity({
  name: 'JobMessage',
  tableName: 'job_message',
  properties: {
    id: p.uuid().primary(),
    jobId: p.uuid().extra('references engagement (job_id)'),
    author: p.enum(['poster', 'worker'] as const),
    text: p.text().check('length(text) between 1 and 5000'),
    createdAt: p.datetime().defaultRaw('now()'),
  },
  indexes: [{ name: 'job_message_of_job', properties: ['jobId', 'id'] }],
})

/** A message between the poster and the worker of a job. */
export class JobMessage extends JobMessageSchema.class {}
JobMessageSchema.setClass(JobMessage)
