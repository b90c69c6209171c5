import { defineEntity, p } from '@mikro-orm/core'

const SessionSchema = defineEntity({
  name: 'Session',
  tableName: 'session',
  properties: {
    id: p.text().primary(),
    userId: p.uuid(),
    hmac: p.blob(),
    createdAt: p.datetime().defaultRaw('now()'),
    expiresAt: p.datetime(),
    lastUsedAt: p.datetime().nullable(),
    revokedAt: p.datetime().nullable(),
  },
})

/** A login session. Its token is derived from the id; only the token's HMAC is stored. */
export class Session extends SessionSchema.class {}
SessionSchema.setClass(Session)
