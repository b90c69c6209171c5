import { defineEntity, p } from '@mikro-orm/core'

const PassSchema = defineEntity({
  name: 'Pass',
  tableName: 'pass',
  properties: {
    id: p.uuid().primary(),
    passId: p.text().unique(),
    kind: p.enum(['day', 'week', 'month'] as const),
    scope: p.enum(['guards', 'all'] as const),
    hmac: p.blob(),
    pepperVersion: p.smallint().default(1),
    last4: p.text().fieldName('last4'),
    status: p.enum(['active', 'revoked'] as const).default('active'),
    validFrom: p.datetime().defaultRaw('now()'),
    validUntil: p.datetime(),
    openCalls: p.integer().default(0).check('open_calls >= 0'),
    day: p.date().default('1970-01-01'),
    dayDear: p.integer().default(0),
    featuredUsed: p.integer().default(0),
    isWatched: p.boolean().default(false),
    expiryToldAt: p.datetime().nullable(),
    createdAt: p.datetime().defaultRaw('now()'),
  },
})

/** A day, week or month pass. Only the accept and finish statements change its counters. */
export class Pass extends PassSchema.class {}
PassSchema.setClass(Pass)
