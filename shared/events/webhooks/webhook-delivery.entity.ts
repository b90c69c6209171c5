import { defineEntity, p } from '@mikro-orm/core'

/** One attempt of a delivery, as its owner sees it. `status` is null when no answer came. */
export type DeliveryAttempt = {
  at: string
  ms: number
  status: number | null
  error: string | null
  response: string | null
}

const WebhookDeliverySchema = defineEntity({
  name: 'WebhookDelivery',
  tableName: 'webhook_delivery',
  properties: {
    id: p.uuid().primary().defaultRaw('gen_random_uuid()'),
    webhookId: p.uuid().nullable(),
    eventId: p.uuid(),
    lane: p.uuid(),
    url: p.text().nullable().check('length(url) between 10 and 2000'),
    state: p.enum(['pending', 'delivered', 'failed'] as const).default('pending'),
    attempt: p.integer().default(0),
    dueAt: p.datetime().defaultRaw('now()'),
    attempts: p.json<DeliveryAttempt[]>().defaultRaw(`'[]'`),
    createdAt: p.datetime().defaultRaw('now()'),
    finishedAt: p.datetime().nullable(),
  },
  indexes: [
    { name: 'webhook_delivery_due', properties: ['lane', 'dueAt'], where: "state = 'pending'" },
    { name: 'webhook_delivery_of_webhook', properties: ['webhookId', 'createdAt'], where: 'webhook_id is not null' },
    { name: 'webhook_delivery_old', properties: ['createdAt'] },
  ],
  uniques: [{ name: 'webhook_delivery_once', properties: ['eventId', 'webhookId'] }],
  checks: [
    { name: 'webhook_delivery_target', expression: '(webhook_id is null) = (url is not null)' },
    { name: 'webhook_delivery_ended', expression: "(state = 'pending') = (finished_at is null)" },
  ],
})

/**
 * An event on its way to a webhook, or to the callback `url` of a call. `dueAt` is when it is tried next, and the lease of
 * the process that tries it. Deliveries of one `lane` wait for each other and for no others: a lane is a webhook, or the
 * host of a callback.
 */
export class WebhookDelivery extends WebhookDeliverySchema.class {}
WebhookDeliverySchema.setClass(WebhookDelivery)
