import { defineEntity, p } from '@mikro-orm/core'

const JobReviewSchema = defineEntity({
  name: 'JobReview',
  tableName: 'job_review',
  properties: {
    jobId: p.uuid().primary().extra('references engagement (job_id)'),
    author: p.enum(['poster', 'worker'] as const).primary(),
    subjectId: p.uuid().extra('references market_user (id)'),
    rating: p.integer().check('rating between 1 and 5'),
    text: p.text().nullable().check('length(text) <= 2000'),
    createdAt: p.datetime().defaultRaw('now()'),
  },
  indexes: [
    {
      name: 'job_review_of_subject',
      expression: 'create index job_review_of_subject on job_review (subject_id, created_at desc)',
    },
  ],
})

/** What one side of a job says of the other after the money was shared. Said once. */
export class JobReview extends JobReviewSchema.class {}
JobReviewSchema.setClass(JobReview)
