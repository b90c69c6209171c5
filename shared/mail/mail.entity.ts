import { defineEntity, p } from '@mikro-orm/core'

/** What a mail is about. `notice` carries an event of the user's stream, the others the id of a token that a worker derives. */
export const MAIL_KINDS = ['reset', 'confirm', 'notice'] as const

const MailSchema = defineEntity({
  name: 'Mail',
  tableName: 'mail',
  properties: {
    id: p.uuid().primary().defaultRaw('gen_random_uuid()'),
    userId: p.uuid().nullable().extra('references market_user (id)'),
    keyAccountId: p.bigint().nullable(),
    kind: p.enum(MAIL_KINDS),
    about: p.json<Record<string, unknown>>(),
    attempt: p.integer().default(0),
    dueAt: p.datetime().defaultRaw('now()'),
    createdAt: p.datetime().defaultRaw('now()'),
  },
  indexes: [
    { name: 'mail_due', properties: ['dueAt'] },
    { name: 'mail_of_user', properties: ['userId'] },
  ],
})

/**
 * A mail for an account or for the notice address of a service key (`keyAccountId`) that is to be sent, written in the transaction that causes it and deleted once the mail server took it or it was
 * given up. It holds no address and no secret: both are read, or derived, when it is sent. `dueAt` is when it is tried
 * next, and the lease of the process that tries it.
 */
export class Mail extends MailSchema.class {}
MailSchema.setClass(Mail)
