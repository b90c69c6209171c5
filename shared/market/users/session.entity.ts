import { defineEntity, p } from '@mikro-orm/core'

const SessionSchema = defineEntity({
  name: 'Session',
  tableName: 'session',
  properties: {
    id: p.text().primary(),
    userId: p.uuid().extra('references market_user (id)'),
    hmac: p.blob(),
    createdAt: p.datetime().defaultRaw('now()'),
    expiresAt: p.datetime(),
    lastUsedAt: p.datetime().nullable(),
    revokedAt: p.datetime().nullable(),
  },
  indexes: [
    { name: 'session_end', properties: ['expiresAt'] },
    { name: 'session_of_user', properties: ['userId', 'createdAt'] },
  ],
})

/** A login session. Its token is derived from the id; only the token's HMAC is stored. */
export class Session extends SessionSchema.class {}
SessionSchema.setClass(Session)
