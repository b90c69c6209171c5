import { defineEntity, p } from '@mikro-orm/core'

const CardHireCorrectionSchema = defineEntity({
  name: 'CardHireCorrection',
  tableName: 'card_hire_correction',
  properties: {
    hireId: p.uuid().primary().extra('references card_hire (id)'),
    nth: p.integer().primary().check('nth > 0'),
    payableId: p.uuid().unique().extra('references payable (id)'),
  },
})

/** A further payable of a hire by card, up or down: what a dispute took of the worker's share, or what came back. */
export class CardHireCorrection extends CardHireCorrectionSchema.class {}
CardHireCorrectionSchema.setClass(CardHireCorrection)
