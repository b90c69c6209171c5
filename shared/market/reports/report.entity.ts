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
 * What somebody reported of a listing, once an account; an operator upholds or dismisses it. `network` is a keyed hash of
 * where it came from, null for reports of before it was kept.
 */
export class Report extends ReportSchema.class {}
ReportSchema.setClass(Report)
