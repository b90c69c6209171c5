import { defineEntity, p } from '@mikro-orm/core'

const EngagementSchema = defineEntity({
  name: 'Engagement',
  tableName: 'engagement',
  properties: {
    jobId: p.uuid().primary().extra('references job (id)'),
    proposalId: p.uuid().extra('references proposal (id)'),
    posterId: p.uuid().extra('references market_user (id)'),
    posterAccountId: p.uuid(),
    workerId: p.uuid().extra('references market_user (id)'),
    workerAccountId: p.uuid(),
    payerAccountId: p.bigint(),
    paymentId: p.uuid().nullable(),
    bidCents: p.integer().check('bid_cents > 0'),
    checkCents: p.integer().check('check_cents >= 0'),
    feeBps: p.integer().check('fee_bps between 0 and 10000'),
    fundedAt: p.datetime().defaultRaw('now()'),
    dueAt: p.datetime(),
    deliveries: p.integer().default(0).check('deliveries between 0 and 4'),
    deliveredAt: p.datetime().nullable(),
    disputedAt: p.datetime().nullable(),
    disputedBy: p.enum(['poster', 'worker', 'operator'] as const).nullable(),
    posterAnsweredAt: p.datetime().nullable(),
    workerAnsweredAt: p.datetime().nullable(),
    decidedAt: p.datetime().nullable(),
    workerBps: p.integer().nullable().check('worker_bps between 0 and 10000'),
    workerCents: p.integer().default(0).check('worker_cents >= 0'),
    feeCents: p.integer().default(0).check('fee_cents >= 0'),
    checksCents: p.integer().default(0).check('checks_cents >= 0'),
    posterCents: p.integer().default(0).check('poster_cents >= 0'),
    refundKeyId: p.text().nullable(),
  },
  indexes: [
    { name: 'engagement_active', properties: ['workerAccountId'], where: 'decided_at is null' },
    {
      name: 'engagement_of_worker',
      expression: 'create index engagement_of_worker on engagement (worker_id, job_id desc)',
    },
  ],
  uniques: [{ name: 'engagement_one_proposal', properties: ['proposalId'] }],
  checks: [
    { name: 'engagement_decided', expression: '(decided_at is null) = (worker_bps is null)' },
    { name: 'engagement_disputed', expression: '(disputed_at is null) = (disputed_by is null)' },
    { name: 'engagement_of_two', expression: 'poster_account_id <> worker_account_id' },
    {
      name: 'engagement_split',
      expression:
        'worker_cents + fee_cents + checks_cents + poster_cents = case when decided_at is null then 0 else bid_cents + check_cents end',
    },
  ],
})

/**
 * The one hire of a job, with its frozen terms and its money. From the moment it is funded until it is decided,
 * `bidCents` and `checkCents` stand in escrow. The decision shares all of it once: the worker's part (`workerBps` of the
 * bid, less the fee), the fee, the price of the checks that ran, and what goes back to the poster. `payerAccountId` is
 * the ledger account of the prepaid key that funded it, `paymentId` the x402 payment that the key was made of, if any.
 * `refundKeyId` is a key with a refund that its poster was not shown before: of a payment, or because the own one was
 * revoked.
 */
export class Engagement extends EngagementSchema.class {}
EngagementSchema.setClass(Engagement)
