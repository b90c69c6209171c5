import type { EntityManager } from '@mikro-orm/sql'
import type { Pool as PgPool } from 'pg'

import { isoUtc } from '#shared/db/iso-utc.ts'
import { Refusal } from '#shared/errors.ts'

import { publicId, uuidOf } from '../../market/public-id.ts'
import { viewDelivery } from './view-webhooks.ts'
import { WebhookDelivery } from './webhook-delivery.entity.ts'
import type { Webhook } from './webhook.entity.ts'

type DeliveryView = ReturnType<typeof viewDelivery>
type Sent = { id: string; type: string; at: string; data: Record<string, unknown> }

/** A page of the deliveries of a webhook, newest first, and how many there are. `state` is null for all. */
export async function listDeliveries(
  em: EntityManager,
  pg: PgPool,
  webhook: Webhook,
  { state, limit, offset }: { state: WebhookDelivery['state'] | null; limit: number; offset: number },
): Promise<{ items: DeliveryView[]; total: number }> {
  const [rows, total] = await em.findAndCount(
    WebhookDelivery,
    { webhookId: webhook.id, ...(state === null ? {} : { state }) },
    { orderBy: { createdAt: 'desc', id: 'desc' }, limit, offset },
  )
  // SQL: the time of an event stands in its signed text to the millisecond.
  const { rows: sent } = await pg.query<Sent>(
    `select id, type, ${isoUtc('created_at')} as at, data from event where id = any($1::uuid[])`,
    [rows.map(({ eventId }) => eventId)],
  )
  const events = new Map(sent.map(({ id, type, at, data }) => [id, { type, timestamp: at, data }]))
  return { items: rows.map((row) => viewDelivery(row, events.get(row.eventId) ?? null)), total }
}

/** Sends one delivery of a webhook again, at once and with all its attempts. Throws 404 for one of another webhook. */
export async function redeliverOne(pg: PgPool, webhook: Webhook, deliveryId: string): Promise<void> {
  const id = uuidOf('dlv', deliveryId)
  const { rowCount } = await pg.query(
    `update webhook_delivery set state = 'pending', finished_at = null, attempt = 0, due_at = now() where id = $1::uuid and webhook_id = $2`,
    [id, webhook.id],
  )
  if (rowCount === 0)
    throw new Refusal('not_found', 'This webhook has no such delivery.', {
      fix: { action: 'List its deliveries.' },
    })
}

/** Deliveries that one request sends again. */
export const MOST_REDELIVERED = 1_000

/**
 * Sends again what a webhook did not take since a time, and what happened while it was disabled: the oldest thousand, each
 * under the webhook-id that it had. Returns how many there were.
 */
export async function redeliverSince(pg: PgPool, webhook: Webhook, since: string): Promise<number> {
  const { rows } = await pg.query<{ sent: string }>(REDELIVER, [webhook.id, since])
  return Number(rows[0]?.sent ?? 0)
}

const REDELIVER = `
with missed as (
  select e.id as event_id, d.id as delivery_id from webhook w
  join event e on e.stream = w.stream and e.position is not null and (w.types is null or e.type = any(w.types))
  left join webhook_delivery d on d.webhook_id = w.id and d.event_id = e.id
  where w.id = $1::uuid and e.created_at >= $2::timestamptz and (d.id is null or d.state = 'failed')
  order by e.position limit ${MOST_REDELIVERED}
),
added as (
  insert into webhook_delivery (webhook_id, event_id, lane) select $1::uuid, event_id, $1::uuid from missed where delivery_id is null
  on conflict do nothing returning id
),
repeated as (
  update webhook_delivery d set state = 'pending', finished_at = null, attempt = 0, due_at = now()
  from missed m where d.id = m.delivery_id returning d.id
)
select (select count(*) from added) + (select count(*) from repeated) as sent`

/** Sends the event `webhook.test` to one webhook, and returns the public id of its delivery. */
export async function sendTest(pg: PgPool, webhook: Webhook): Promise<string> {
  const { rows } = await pg.query<{ id: string }>(TEST, [webhook.id, `webhook:${webhook.id}`])
  return publicId('dlv', rows[0]?.id ?? '')
}

const TEST = `
with told as (
  insert into event (stream, type, data) values ($2, 'webhook.test',
    jsonb_build_object('webhook_id', public_id('whk', $1::uuid), 'message', 'This is a test.'))
  returning id
)
insert into webhook_delivery (webhook_id, event_id, lane) select $1::uuid, id, $1::uuid from told returning id`
