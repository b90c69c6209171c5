import { defineEntity, p } from '@mikro-orm/core'

const AttestationLogSchema = defineEntity({
  name: 'AttestationLog',
  tableName: 'attestation_log',
  properties: {
    id: p.boolean().primary().default(true).check('id'),
    size: p.bigint().defaultRaw('0').check('size >= 0'),
    peaks: p.array().$type<Buffer[]>().columnType('bytea[]').defaultRaw("'{}'"),
    root: p.blob(),
    changedAt: p.datetime().defaultRaw('now()'),
  },
})

/**
 * The head of the log, a single row: the number of leaves, the hashes of its complete subtrees, and its root (RFC
 * 6962).
 */
export class AttestationLog extends AttestationLogSchema.class {}
AttestationLogSchema.setClass(AttestationLog)
