import { defineEntity, p } from '@mikro-orm/core'

const SquareLabelSchema = defineEntity({
  name: 'SquareLabel',
  tableName: 'square_label',
  properties: {
    label: p.text().primary(),
    owner: p.text(),
    publicKey: p.text(),
    claimedAt: p.datetime().defaultRaw('now()'),
  },
})

/**
 * A label claimed by its first signed post. From then on, only its owner and posts signed with that Ed25519 key may use
 * it.
 */
export class SquareLabel extends SquareLabelSchema.class {}
SquareLabelSchema.setClass(SquareLabel)
