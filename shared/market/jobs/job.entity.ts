import { defineEntity, p } from '@mikro-orm/core'

import type { JobCheck } from './job-check.ts'
import { JOB_KINDS } from './job.rules.ts'

export const JOB_STATES = [
  'open',
  'hired',
  'delivered',
  'disputed',
  'completed',
  'resolved',
  'canceled',
  'expired',
] as const

const SEARCH = `(setweight(to_tsvector('english', title), 'A')
  || setweight(to_tsvector('english', listing_words(capability_tags)), 'B')
  || setweight(to_tsvector('english', description), 'D')) stored`

const JobSchema = defineEntity({
  name: 'Job',
  tableName: 'job',
  properties: {
    id: p.uuid().primary(),
    posterId: p.uuid().extra('references market_user (id)'),
    posterAccountId: p.uuid(),
    status: p.enum(JOB_STATES).default('open'),
    jobKind: p.enum(JOB_KINDS),
    category: p.text(),
    listingId: p.uuid().nullable().extra('references listing (id)'),
    title: p.text().check('length(title) between 1 and 120'),
    description: p.text().check('length(description) <= 20000'),
    doneWhen: p.text().nullable().check('length(done_when) <= 5000'),
    budgetCents: p.integer().check('budget_cents between 100 and 10000000'),
    capabilityTags: p.array().default([]).check('cardinality(capability_tags) <= 10'),
    checks: p.json<JobCheck[]>(),
    checkCents: p.integer().default(0).check('check_cents between 0 and 100000'),
    proposalCount: p.integer().default(0).check('proposal_count >= 0'),
    expiresAt: p.datetime(),
    wakeAt: p.datetime().nullable(),
    createdAt: p.datetime().defaultRaw('now()'),
    updatedAt: p.datetime().defaultRaw('now()'),
    search: p.text().columnType('tsvector').persist(false).lazy().generated(SEARCH),
  },
  indexes: [
    { name: 'job_open_budget', properties: ['budgetCents'], where: "status = 'open'" },
    {
      name: 'job_open_category',
      expression: `create index job_open_category on job (category, updated_at desc, id desc) include (job_kind, budget_cents, capability_tags) where status = 'open'`,
    },
    {
      name: 'job_open_kind',
      expression: `create index job_open_kind on job (job_kind, updated_at desc, id desc) where status = 'open'`,
    },
    {
      name: 'job_open_newest',
      expression: `create index job_open_newest on job (updated_at desc, id desc) include (category, job_kind, budget_cents, capability_tags) where status = 'open'`,
    },
    {
      name: 'job_open_search',
      expression: `create index job_open_search on job using gin (search) with (gin_pending_list_limit = 256) where status = 'open'`,
    },
    {
      name: 'job_open_tags',
      expression: `create index job_open_tags on job using gin (capability_tags) with (gin_pending_list_limit = 256) where status = 'open'`,
    },
    { name: 'job_of_poster', expression: 'create index job_of_poster on job (poster_id, id desc)' },
    { name: 'job_to_wake', properties: ['wakeAt'], where: 'wake_at is not null' },
  ],
  checks: [
    { name: 'job_of_listing', expression: "(job_kind = 'listing') = (listing_id is not null)" },
    {
      name: 'job_ended_sleeps',
      expression: "wake_at is null or status in ('open', 'hired', 'delivered', 'disputed')",
    },
  ],
})

/**
 * A piece of work that somebody posted. Its status changes only as transitions.rules.ts allows, each change with its
 * JobEvent; the database refuses every other one, and any change of the brief once a worker is hired. `wakeAt` is when
 * the timer of the state is due, null where no timer runs. `checkCents` is the list price of its outcome checks.
 */
export class Job extends JobSchema.class {}
JobSchema.setClass(Job)
