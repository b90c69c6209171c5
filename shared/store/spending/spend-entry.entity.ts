import { defineEntity, p } from '@mikro-orm/core'

const SpendEntrySchema = defineEntity({
  name: 'SpendEntry',
  tableName: 'spend_entry',
  properties: {
    id: p.text().primary(),
    owner: p.text(),
    agentId: p.text(),
    nonce: p.text(),
    amountCents: p.bigint().check('amount_cents > 0'),
    payee: p.text().nullable(),
    purpose: p.text().nullable(),
    state: p.enum(['reserved', 'committed', 'released'] as const).default('reserved'),
    at: p.datetime().defaultRaw('now()'),
    expiresAt: p.datetime(),
    endedAt: p.datetime().nullable(),
  },
  indexes: [
    {
      name: 'spend_entry_nonce',
      expression: 'create unique index spend_entry_nonce on spend_entry (owner, agent_id, nonce)',
    },
    { name: 'spend_entry_time', properties: ['at'] },
    { name: 'spend_entry_window', properties: ['owner', 'agentId', 'at'], where: "state <> 'released'" },
  ],
  checks: [{ name: 'spend_entry_ends', expression: "(state = 'reserved') = (ended_at is null)" }],
})

/**
 * A spend that an agent announced: reserved for 300 s, then committed, released or expired. It moves no money of ours.
 */
export class SpendEntry extends SpendEntrySchema.class {}
SpendEntrySchema.setClass(SpendEntry)
