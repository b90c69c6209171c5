import { defineEntity, p } from '@mikro-orm/core'

const ReportSchema = defineEntity({
  name: 'Report',
  tableName: 'report',
  properties: {
    id: p.uuid().primary(),
    listingId: p.uuid(),
    reporterId: p.uuid(),
    accountId: p.uuid(),
    network: p.blob().nullable(),
    reason: p.enum(['policy_violation', 'copyright', 'spam', 'other'] as const),
    details: p.text().nullable(),
    evidenceUrl: p.text().nullable(),
    state: p.enum(['open', 'upheld', 'dismissed'] as const).default('open'),
    createdAt: p.datetime().defaultRaw('now()'),
    decidedAt: p.datetime().nullable(),
  },
})

/**
 * A report of a listing, one per account; an operator upholds or dismisses it. `network` is a keyed hash of the
 * reporter's network, null for reports from before it was recorded.
 */
export class Report extends ReportSchema.class {}
ReportSchema.setClass(Report)
