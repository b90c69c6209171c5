import { defineEntity, p } from '@mikro-orm/core'

const SpendScopeSchema = defineEntity({
  name: 'SpendScope',
  tableName: 'spend_scope',
  properties: {
    owner: p.text().primary(),
    agentId: p.text().primary(),
    turn: p.bigint().default('0'),
    ceilingCents: p.bigint().nullable(),
    windowSeconds: p.integer().nullable(),
    perCallMaxCents: p.bigint().nullable(),
    allowPayees: p.array().nullable(),
  },
})

/** An agent label of an owner: its stored limits, and the turn that fences decisions about its entries. */
export class SpendScope extends SpendScopeSchema.class {}
SpendScopeSchema.setClass(SpendScope)
