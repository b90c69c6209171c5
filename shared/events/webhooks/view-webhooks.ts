import type { Webhook } from './webhook.entity.ts'
import type { DeliveryAttempt, WebhookDelivery } from './webhook-delivery.entity.ts'
import { publicId } from '../../market/public-id.ts'

/** A webhook as its owner sees it. Times are ISO 8601, UTC. */
export const viewWebhook = (webhook: Webhook) => ({
  webhook_id: publicId('whk', webhook.id),
  url: webhook.url,
  types: webhook.types ?? null,
  description: webhook.description ?? null,
  state: webhook.state,
  disabled_reason: webhook.disabledReason ?? null,
  failing_since: webhook.failingSince?.toISOString() ?? null,
  last_success_at: webhook.lastSuccessAt?.toISOString() ?? null,
  secret_rotated_at: webhook.secretRotatedAt?.toISOString() ?? null,
  created_at: webhook.createdAt.toISOString(),
  updated_at: webhook.updatedAt.toISOString(),
})

type Sent = { type: string; timestamp: string; data: Record<string, unknown> } | null

/** A delivery as its owner sees it: what was sent (null when the event is gone), and what came back. */
export const viewDelivery = (delivery: WebhookDelivery, sent: Sent) => ({
  delivery_id: publicId('dlv', delivery.id),
  event_id: publicId('evt', delivery.eventId),
  state: delivery.state,
  attempt: delivery.attempt,
  next_attempt_at: delivery.state === 'pending' ? delivery.dueAt.toISOString() : null,
  created_at: delivery.createdAt.toISOString(),
  finished_at: delivery.finishedAt?.toISOString() ?? null,
  request: sent,
  // Safe: the statement that ends attempts writes them in this form.
  attempts: delivery.attempts as DeliveryAttempt[],
})
