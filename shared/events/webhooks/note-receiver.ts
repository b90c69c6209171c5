import type { Pool as PgPool } from 'pg'

import { FAILING_DAYS } from './retry-schedule.rules.ts'

/** Notes that a webhook's receiver took a delivery. */
export async function noteSuccess(pg: PgPool, webhookId: string): Promise<void> {
  await pg.query({
    name: 'webhook-success',
    text: 'update webhook set failing_since = null, last_success_at = now() where id = $1',
    values: [webhookId],
  })
}

/**
 * Notes that a webhook's receiver failed. One that answered 410 (`isGone`), or did nothing but fail for days, is disabled,
 * and its owner finds an event. Returns whether this disabled it.
 */
export async function noteFailure(pg: PgPool, webhookId: string, isGone: boolean): Promise<boolean> {
  const { rows } = await pg.query<{ is_disabled: boolean }>({
    name: 'webhook-failure',
    text: FAILED,
    values: [webhookId, isGone],
  })
  return rows[0]?.is_disabled ?? false
}

const FAILED = `
with failed as (
  update webhook set failing_since = coalesce(failing_since, now()), updated_at = now(),
    state = case when $2::bool or failing_since < now() - interval '${FAILING_DAYS} days' then 'disabled' else state end,
    disabled_reason = case when $2::bool then 'gone' when failing_since < now() - interval '${FAILING_DAYS} days' then 'failures' end
  where id = $1::uuid and state = 'enabled'
  returning *
),
told as (
  insert into event (stream, type, data)
  select stream, 'webhook.disabled', jsonb_build_object('webhook_id', public_id('whk', id), 'url', url, 'reason', disabled_reason)
  from failed where state = 'disabled'
)
select state = 'disabled' as is_disabled from failed`
