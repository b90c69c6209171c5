import { defineEntity, p } from '@mikro-orm/core'

const ReportSchema = defineEntity({
  name: 'Report',
  tableName: 'report',
  properties: {
    id: p.uuid().primary(),
    listingId: p.uuid(),
    reporterId: p.uuid(),
    reason: p.enum(['policy_violation', 'copyright', 'spam', 'other'] as const),
    details: p.text().nullable(),
    evidenceUrl: p.text().nullable(),
    state: p.enum(['open', 'upheld', 'dismissed'] as const).default('open'),
    createdAt: p.datetime().defaultRaw('now()'),
    decidedAt: p.datetime().nullable(),
  },
})

/** What somebody reported of a listing, once a reporter; an operator upholds or dismisses it. */
export class Report extends ReportSchema.class {}
ReportSchema.setClass(Report)
