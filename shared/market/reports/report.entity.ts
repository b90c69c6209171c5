import { defineEntity, p } from '@mikro-orm/core'

const ReportSchema = defineEntity({
  name: 'Report',
  tableName: 'report',
  properties: {
    id: p.uuid().primary(),
    listingId: p.uuid().extra('references listing (id)'),
    reporterId: p.uuid().extra('references market_user (id)'),
    accountId: p.uuid(),
    network: p.blob().nullable(),
    reason: p.enum(['policy_violation', 'copyright', 'spam', 'other'] as const),
    details: p.text().nullable().check('length(details) <= 2000'),
    evidenceUrl: p.text().nullable().check('length(evidence_url) <= 2000'),
    state: p.enum(['open', 'upheld', 'dismissed'] as const).default('open'),
    createdAt: p.datetime().defaultRaw('now()'),
    decidedAt: p.datetime().nullable(),
  },
  indexes: [
    { name: 'report_of_account', expression: 'create index report_of_account on report (account_id, created_at desc)' },
    { name: 'report_once', expression: 'create unique index report_once on report (listing_id, reporter_id)' },
    { name: 'report_open', properties: ['createdAt'], where: "state = 'open'" },
  ],
  checks: [{ name: 'report_decided_once', expression: "(state = 'open') = (decided_at is null)" }],
})

/**
 * A report of a listing, one per account; an operator upholds or dismisses it. `network` is a keyed hash of the
 * reporter's network, null for reports from before it was recorded.
 */
export class Report extends ReportSchema.class {}
ReportSchema.setClass(Report)
