import { defineEntity, p } from '@mikro-orm/core'

import type { Scope } from './actor.ts'

const ApiKeySchema = defineEntity({
  name: 'ApiKey',
  tableName: 'api_key',
  properties: {
    id: p.text().primary(),
    userId: p.uuid(),
    name: p.text().nullable(),
    hmac: p.blob(),
    last4: p.text().fieldName('last4'),
    scopes: p.array().$type<Scope[]>(),
    createdAt: p.datetime().defaultRaw('now()'),
    expiresAt: p.datetime().nullable(),
    lastUsedAt: p.datetime().nullable(),
    revokedAt: p.datetime().nullable(),
    replacedBy: p.text().nullable(),
  },
})

/** An API key of a user. The key is derived from the id; only its HMAC and last four characters are kept. */
export class ApiKey extends ApiKeySchema.class {}
ApiKeySchema.setClass(ApiKey)
