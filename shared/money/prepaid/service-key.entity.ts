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
    accountId: p.bigint(),
    hmac: p.blob(),
    pepperVersion: p.smallint().default(1),
    last4: p.text().fieldName('last4'),
    agentId: p.text().nullable(),
    status: p.enum(['active', 'revoked'] as const).default('active'),
    maxPerCall: p.bigint().nullable(),
    dailyLimit: p.bigint().nullable(),
    monthlyLimit: p.bigint().nullable(),
    allowSlugs: p.array().nullable(),
    denySlugs: p.array().default([]),
    autoRefill: p.json<AutoRefill>().nullable(),
    replacedBy: p.uuid().nullable(),
    createdAt: p.datetime().defaultRaw('now()'),
    revokedAt: p.datetime().nullable(),
  },
})

/** A prepaid or trial key: its account, the fingerprint that verifies it, and its spending policy in micro-USDC. */
export class ServiceKey extends ServiceKeySchema.class {}
ServiceKeySchema.setClass(ServiceKey)
