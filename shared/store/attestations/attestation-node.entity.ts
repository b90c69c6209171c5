import { defineEntity, p } from '@mikro-orm/core'

const AttestationNodeSchema = defineEntity({
  name: 'AttestationNode',
  tableName: 'attestation_node',
  properties: {
    level: p.smallint().primary(),
    position: p.bigint().primary(),
    hash: p.blob(),
  },
})

/**
 * The hash of one complete subtree of the log, whose leaves begin at `position * 2^level`. Proofs are built from these.
 */
export class AttestationNode extends AttestationNodeSchema.class {}
AttestationNodeSchema.setClass(AttestationNode)
