import { z } from 'zod'

const time = z.string()

export const WebhookAnswer = z.object({
  webhook_id: z.string(),
  url: z.string(),
  types: z.array(z.string()).nullable(),
  description: z.string().nullable(),
  state: z.enum(['enabled', 'disabled']),
  disabled_reason: z
    .enum(['owner', 'gone', 'failures'])
    .nullable()
    .describe('gone: the receiver answered 410; failures: five days of nothing else'),
  failing_since: time.nullable(),
  last_success_at: time.nullable(),
  secret_rotated_at: time.nullable(),
  created_at: time,
  updated_at: time,
})

const secret = z
  .string()
  .describe('whsec_ and base64; shown once, again only to the same credential under the same Idempotency-Key')
export const NewWebhookAnswer = z.object({ ...WebhookAnswer.shape, secret, public_key: z.string() })
export const RotatedWebhookAnswer = z.object({
  webhook_id: z.string(),
  secret,
  former_secret_signs_for_hours: z.int(),
})

export const DeliveryAnswer = z.object({
  delivery_id: z.string(),
  event_id: z.string().describe('the webhook-id header'),
  state: z.enum(['pending', 'delivered', 'failed']),
  attempt: z.int(),
  next_attempt_at: time.nullable(),
  created_at: time,
  finished_at: time.nullable(),
  request: z
    .object({ type: z.string(), timestamp: time, data: z.record(z.string(), z.unknown()) })
    .nullable()
    .describe('the body that is sent; null once the event is gone'),
  attempts: z.array(
    z.object({
      at: time,
      ms: z.int(),
      status: z.int().nullable(),
      error: z.string().nullable(),
      response: z.string().nullable().describe('the first 1,000 bytes'),
    }),
  ),
})

export const PublicKeyAnswer = z.object({
  public_key: z.string().describe('whpk_ and base64: verifies v1a signatures'),
  jwk: z.object({ kty: z.literal('OKP'), crv: z.literal('Ed25519'), x: z.string() }),
})
