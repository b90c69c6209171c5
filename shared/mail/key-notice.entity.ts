import { defineEntity, p } from '@mikro-orm/core'

const KeyNoticeSchema = defineEntity({
  name: 'KeyNotice',
  tableName: 'key_notice',
  properties: {
    accountId: p.bigint().primary().autoincrement(false).extra('references account (id)'),
    email: p.text().check('length(email) <= 254'),
    below: p.bigint().nullable().check('below > 0'),
    tokenHmac: p.blob().nullable().unique(),
    tokenExpiresAt: p.datetime().nullable(),
    askedAt: p.datetime().defaultRaw('now()'),
    confirmedAt: p.datetime().nullable(),
  },
  checks: [{ name: 'key_notice_token', expression: '(token_hmac is null) = (token_expires_at is null)' }],
})

/**
 * The address that a prepaid key has notices sent to, by the key's ledger account, so that a rotated key keeps it. Nothing
 * but a confirmation is sent before `confirmedAt`. `below` is the balance in micro-USDC under which the key is low; null
 * for a dollar.
 */
export class KeyNotice extends KeyNoticeSchema.class {}
KeyNoticeSchema.setClass(KeyNotice)
