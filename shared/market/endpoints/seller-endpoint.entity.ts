import { defineEntity, p } from '@mikro-orm/core'

import type { VettingCheck } from '../vetting/vetting.ts'

const SellerEndpointSchema = defineEntity({
  name: 'SellerEndpoint',
  tableName: 'seller_endpoint',
  properties: {
    id: p.uuid().primary(),
    ownerId: p.uuid().extra('references market_user (id)'),
    slug: p.text().check("slug ~ '^[a-z0-9][a-z0-9-]{1,61}[a-z0-9]$'"),
    version: p.integer().default(1).check('version > 0'),
    title: p.text().check('length(title) between 3 and 120'),
    description: p.text().check('length(description) between 20 and 500'),
    category: p.text(),
    tags: p.array().default([]),
    state: p.enum(['verifying', 'live', 'paused', 'deleted'] as const).default('verifying'),
    pauseReason: p.enum(['seller', 'probe', 'failures', 'scan', 'operator'] as const).nullable(),
    secretGeneration: p.integer().default(0).check('secret_generation between 0 and 65535'),
    secretRotatedAt: p.datetime().nullable(),
    verdict: p.enum(['passed', 'warnings', 'failed'] as const).nullable(),
    checks: p.json<VettingCheck[]>().defaultRaw(`'[]'`),
    probedAt: p.datetime().nullable(),
    probeProblem: p.text().nullable().check('length(probe_problem) <= 300'),
    probeFailures: p.integer().default(0).check('probe_failures >= 0'),
    nextProbeAt: p.datetime().defaultRaw('now()'),
    liveSince: p.datetime().nullable(),
    createdAt: p.datetime().defaultRaw('now()'),
    updatedAt: p.datetime().defaultRaw('now()'),
  },
  indexes: [
    { name: 'seller_endpoint_of_owner', properties: ['ownerId', 'createdAt'] },
    { name: 'seller_endpoint_to_probe', properties: ['nextProbeAt'], where: "state in ('verifying', 'live')" },
  ],
  uniques: [{ name: 'seller_endpoint_slug', properties: ['slug'] }],
  checks: [
    { name: 'seller_endpoint_live_since', expression: "state <> 'live' or live_since is not null" },
    { name: 'seller_endpoint_paused_why', expression: "(state = 'paused') = (pause_reason is not null)" },
  ],
})

/**
 * Somebody else's API that is sold here per call. What a call depends on is in its current `version`; titles and tags
 * may change without one. A slug is never given to another endpoint, also after it was deleted. `verdict` and `checks`
 * are what our scanners said of its texts, schemas and examples, null until they looked. `nextProbeAt` is also the lease
 * of the worker that probes it.
 */
export class SellerEndpoint extends SellerEndpointSchema.class {}
SellerEndpointSchema.setClass(SellerEndpoint)
