import { defineEntity, p } from '@mikro-orm/core'

const ResetRequestSchema = defineEntity({
  name: 'ResetRequest',
  tableName: 'reset_request',
  properties: {
    emailHash: p.blob().primary(),
    askedAt: p.datetime().defaultRaw('now()'),
    times: p.integer().default(1),
  },
})

/**
 * A request for a password reset, by a keyed hash of the e-mail. The row is the same whether the e-mail is known or
 * not.
 */
export class ResetRequest extends ResetRequestSchema.class {}
ResetRequestSchema.setClass(ResetRequest)
