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

/** The hash of one complete subtree of the log: leaves `position * 2^level` and on. Proofs are made of these. */
export class AttestationNode extends AttestationNodeSchema.class {}
AttestationNodeSchema.setClass(AttestationNode)
