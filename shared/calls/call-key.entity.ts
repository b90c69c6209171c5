import { defineEntity, p } from '@mikro-orm/core'

const CallKeySchema = defineEntity({
  name: 'CallKey',
  tableName: 'call_key',
  properties: {
    idem: p.text().primary(),
    callId: p.uuid(),
    inputDigest: p.blob(),
  },
})

/**
 * An Idempotency-Key and the call that has it: unique over all months, which no index of a partitioned table can be. Triggers of
 * `call` write it with the call and remove it when the call is released or purged.
 */
export class CallKey extends CallKeySchema.class {}
CallKeySchema.setClass(CallKey)
