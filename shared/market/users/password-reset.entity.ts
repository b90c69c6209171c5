import { defineEntity, p } from '@mikro-orm/core'

const PasswordResetSchema = defineEntity({
  name: 'PasswordReset',
  tableName: 'password_reset',
  properties: {
    hmac: p.blob().primary(),
    userId: p.uuid().extra('references market_user (id)'),
    createdAt: p.datetime().defaultRaw('now()'),
    expiresAt: p.datetime(),
  },
  indexes: [{ name: 'password_reset_of_user', properties: ['userId'] }],
})

/** A reset token issued by an operator, stored as its HMAC. Deleted when it is used. */
export class PasswordReset extends PasswordResetSchema.class {}
PasswordResetSchema.setClass(PasswordReset)
