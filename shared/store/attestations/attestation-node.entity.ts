import { defineEntity, p } from '@mikro-orm/core'

const AttestationNodeSchema = defineEntity({
  name: 'AttestationNode',
  tableName: 'attestation_node',
  properties: {
    level: p.smallint().primary().check('level between 0 and 62'),
    position: p.bigint().primary().check('position >= 0'),
    hash: p.blob().check('octet_length(hash) = 32'),
  },
})

/**
 * The hash of one complete subtree of the log, whose leaves begin at `position * 2^level`. Proofs are built from these.
 */
export class AttestationNode extends AttestationNodeSchema.class {}
AttestationNodeSchema.setClass(AttestationNode)
