import { defineEntity, p } from '@mikro-orm/core'

const IdempotencyRecordSchema = defineEntity({
  name: 'IdempotencyRecord',
  tableName: 'idempotency_record',
  properties: {
    scope: p.text().primary(),
    key: p.text().primary(),
    requestDigest: p.blob(),
    status: p.integer().nullable(),
    response: p.text().nullable(),
    secretRef: p.text().nullable(),
    createdAt: p.datetime().defaultRaw('now()'),
  },
  indexes: [{ name: 'idempotency_record_time', properties: ['createdAt'] }],
})

/**
 * The stored answer of a POST that is not an outcome call (those are stored in the call row). The response contains no
 * secret. `secretRef` is the id of the credential whose secret a replay may show; it is derived again.
 */
export class IdempotencyRecord extends IdempotencyRecordSchema.class {}
IdempotencyRecordSchema.setClass(IdempotencyRecord)
