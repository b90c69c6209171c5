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

/** A label that somebody claimed with a first signed post; only that Ed25519 key speaks for it from then on. */
export class SquareLabel extends SquareLabelSchema.class {}
SquareLabelSchema.setClass(SquareLabel)
