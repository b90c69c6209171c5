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

/** Somebody asked for a reset with this e-mail, known here or not: a keyed hash, the same row either way. */
export class ResetRequest extends ResetRequestSchema.class {}
ResetRequestSchema.setClass(ResetRequest)
