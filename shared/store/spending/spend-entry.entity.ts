import { defineEntity, p } from '@mikro-orm/core'

const SpendEntrySchema = defineEntity({
  name: 'SpendEntry',
  tableName: 'spend_entry',
  properties: {
    id: p.text().primary(),
    owner: p.text(),
    agentId: p.text(),
    nonce: p.text(),
    amountCents: p.bigint(),
    payee: p.text().nullable(),
    purpose: p.text().nullable(),
    state: p.enum(['reserved', 'committed', 'released'] as const).default('reserved'),
    at: p.datetime().defaultRaw('now()'),
    expiresAt: p.datetime(),
    endedAt: p.datetime().nullable(),
  },
})

/**
 * A spend that an agent announced: reserved for 300 s, then committed, released or expired. It moves no money of ours.
 */
export class SpendEntry extends SpendEntrySchema.class {}
SpendEntrySchema.setClass(SpendEntry)
