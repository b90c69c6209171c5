import { defineEntity, p } from '@mikro-orm/core'

const OutcomePauseSchema = defineEntity({
  name: 'OutcomePause',
  tableName: 'outcome_pause',
  properties: {
    slug: p.text().primary(),
    pausedUntil: p.datetime(),
    strikes: p.integer().default(1),
  },
})

/** An outcome that takes no calls for a while because its runs ended workers. */
export class OutcomePause extends OutcomePauseSchema.class {}
OutcomePauseSchema.setClass(OutcomePause)
