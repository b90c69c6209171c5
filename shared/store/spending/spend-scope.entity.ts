import { defineEntity, p } from '@mikro-orm/core'

const SpendScopeSchema = defineEntity({
  name: 'SpendScope',
  tableName: 'spend_scope',
  properties: {
    owner: p.text().primary(),
    agentId: p.text().primary(),
    turn: p.bigint().defaultRaw('0'),
    ceilingCents: p.bigint().nullable().check('ceiling_cents > 0'),
    windowSeconds: p.integer().nullable().check('window_seconds between 60 and 2592000'),
    perCallMaxCents: p.bigint().nullable().check('per_call_max_cents > 0'),
    allowPayees: p.array().nullable(),
  },
  checks: [{ name: 'spend_scope_policy', expression: '(ceiling_cents is null) = (window_seconds is null)' }],
})

/** An agent label of an owner: its stored limits, and the turn that fences decisions about its entries. */
export class SpendScope extends SpendScopeSchema.class {}
SpendScopeSchema.setClass(SpendScope)
