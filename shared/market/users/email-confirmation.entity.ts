import { defineEntity, p } from '@mikro-orm/core'

const EmailConfirmationSchema = defineEntity({
  name: 'EmailConfirmation',
  tableName: 'email_confirmation',
  properties: {
    hmac: p.blob().primary(),
    userId: p.uuid().extra('references market_user (id)'),
    email: p.text().check('length(email) <= 254'),
    expiresAt: p.datetime(),
  },
  indexes: [{ name: 'email_confirmation_of_user', properties: ['userId'] }],
})

/** A token sent to an e-mail address, stored as its HMAC: who shows it reads that address. Deleted when it is used. */
export class EmailConfirmation extends EmailConfirmationSchema.class {}
EmailConfirmationSchema.setClass(EmailConfirmation)
