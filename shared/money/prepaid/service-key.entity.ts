import { defineEntity, p } from '@mikro-orm/core'

/**
 * When to signal that money is needed: the state `refill_due` and an event. No wallet key or open approval is ever
 * stored.
 */
export type AutoRefill = { enabled: boolean; below_cents: number; amount_cents: number; max_per_day: number }

const ServiceKeySchema = defineEntity({
  name: 'ServiceKey',
  tableName: 'service_key',
  properties: {
    id: p.uuid().primary(),
    keyId: p.text().unique(),
    kind: p.enum(['prepaid', 'trial'] as const),
    accountId: p.bigint().extra('references account (id)'),
    hmac: p.blob(),
    pepperVersion: p.smallint().default(1),
    last4: p.text().fieldName('last4'),
    agentId: p.text().nullable(),
    status: p.enum(['active', 'revoked'] as const).default('active'),
    maxPerCall: p.bigint().nullable().check('max_per_call >= 0'),
    dailyLimit: p.bigint().nullable().check('daily_limit >= 0'),
    monthlyLimit: p.bigint().nullable().check('monthly_limit >= 0'),
    allowSlugs: p.array().nullable(),
    denySlugs: p.array().default([]),
    autoRefill: p.json<AutoRefill>().nullable(),
    replacedBy: p.uuid().nullable().extra('references service_key (id)'),
    createdAt: p.datetime().defaultRaw('now()'),
    revokedAt: p.datetime().nullable(),
  },
  indexes: [{ name: 'service_key_account', properties: ['accountId'] }],
})

/** A prepaid or trial key: its account, the fingerprint that verifies it, and its spending policy in micro-USDC. */
export class ServiceKey extends ServiceKeySchema.class {}
ServiceKeySchema.setClass(ServiceKey)
