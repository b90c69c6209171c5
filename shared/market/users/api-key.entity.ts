import { defineEntity, p } from '@mikro-orm/core'

import type { Scope } from './actor.ts'

const ApiKeySchema = defineEntity({
  name: 'ApiKey',
  tableName: 'api_key',
  properties: {
    id: p.text().primary(),
    userId: p.uuid().extra('references market_user (id)'),
    name: p.text().nullable().check('length(name) <= 80'),
    hmac: p.blob(),
    last4: p.text().fieldName('last4'),
    scopes: p
      .array()
      .$type<Scope[]>()
      .check("scopes <@ array['read', 'buy', 'sell', 'jobs', 'account'] and cardinality(scopes) > 0"),
    createdAt: p.datetime().defaultRaw('now()'),
    expiresAt: p.datetime().nullable(),
    lastUsedAt: p.datetime().nullable(),
    revokedAt: p.datetime().nullable(),
    replacedBy: p.text().nullable(),
  },
  indexes: [{ name: 'api_key_of_user', properties: ['userId', 'createdAt'] }],
})

/** An API key of a user. The key is derived from the id; only its HMAC and last four characters are kept. */
export class ApiKey extends ApiKeySchema.class {}
ApiKeySchema.setClass(ApiKey)
