import { defineEntity, p } from '@mikro-orm/core'

const PasswordResetSchema = defineEntity({
  name: 'PasswordReset',
  tableName: 'password_reset',
  properties: {
    hmac: p.blob().primary(),
    userId: p.uuid(),
    createdAt: p.datetime().defaultRaw('now()'),
    expiresAt: p.datetime(),
  },
})

/** A reset token that an operator issued, as its HMAC; taken away by its use. */
export class PasswordReset extends PasswordResetSchema.class {}
PasswordResetSchema.setClass(PasswordReset)
