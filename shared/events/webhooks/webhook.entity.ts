import { defineEntity, p } from '@mikro-orm/core'

const WebhookSchema = defineEntity({
  name: 'Webhook',
  tableName: 'webhook',
  properties: {
    id: p.uuid().primary(),
    stream: p.text(),
    url: p.text().check('length(url) between 10 and 2000'),
    types: p.array().nullable(),
    description: p.text().nullable().check('length(description) <= 200'),
    state: p.enum(['enabled', 'disabled'] as const).default('enabled'),
    disabledReason: p.enum(['owner', 'gone', 'failures'] as const).nullable(),
    secretGeneration: p.integer().default(0).check('secret_generation between 0 and 65535'),
    secretRotatedAt: p.datetime().nullable(),
    failingSince: p.datetime().nullable(),
    lastSuccessAt: p.datetime().nullable(),
    createdAt: p.datetime().defaultRaw('now()'),
    updatedAt: p.datetime().defaultRaw('now()'),
  },
  indexes: [{ name: 'webhook_of_stream', properties: ['stream', 'createdAt'] }],
  checks: [{ name: 'webhook_disabled_why', expression: "(state = 'disabled') = (disabled_reason is not null)" }],
})

/**
 * An address to which the events of a stream are sent; `types` is null for all of them. Its secret is derived from its id
 * and `secretGeneration` and never stored. `failingSince` is the first failure since the last success.
 */
export class Webhook extends WebhookSchema.class {}
WebhookSchema.setClass(Webhook)
