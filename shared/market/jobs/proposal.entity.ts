import { defineEntity, p } from '@mikro-orm/core'

const ProposalSchema = defineEntity({
  name: 'Proposal',
  tableName: 'proposal',
  properties: {
    id: p.uuid().primary(),
    jobId: p.uuid().extra('references job (id)'),
    workerId: p.uuid().extra('references market_user (id)'),
    accountId: p.uuid(),
    status: p.enum(['pending', 'hired', 'declined', 'withdrawn'] as const).default('pending'),
    coverLetter: p.text().check('length(cover_letter) between 50 and 5000'),
    bidCents: p.integer().check('bid_cents > 0'),
    deliveryDays: p.integer().check('delivery_days between 1 and 90'),
    approach: p.text().nullable().check('length(approach) <= 5000'),
    workSampleUrl: p.text().nullable().check("length(work_sample_url) <= 2000 and work_sample_url like 'https://%'"),
    capabilityTags: p.array().default([]).check('cardinality(capability_tags) <= 10'),
    createdAt: p.datetime().defaultRaw('now()'),
    updatedAt: p.datetime().defaultRaw('now()'),
  },
  indexes: [
    { name: 'proposal_of_job', expression: 'create index proposal_of_job on proposal (job_id, id)' },
    { name: 'proposal_of_worker', expression: 'create index proposal_of_worker on proposal (worker_id, id desc)' },
  ],
  uniques: [
    { name: 'proposal_one_each', properties: ['jobId', 'accountId'], where: "status in ('pending', 'hired')" },
    { name: 'proposal_one_hired', properties: ['jobId'], where: "status = 'hired'" },
  ],
})

/**
 * An application for a job, in the name of an account: an owner and its agents have one at a time. It leaves `pending`
 * once: hired, declined when another one was hired or the job ended, or withdrawn.
 */
export class Proposal extends ProposalSchema.class {}
ProposalSchema.setClass(Proposal)
