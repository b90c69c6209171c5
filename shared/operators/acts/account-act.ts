import type { Pool as PgPool } from 'pg'

import { Refusal } from '#shared/errors.ts'
import { publicId } from '#shared/market/public-id.ts'

/** Stops the credentials of an account and what it offers, or lets them work again. */
export type AccountAct = { name: 'account suspend' | 'account restore'; username: string }

/**
 * Runs an act about an account. A suspension also hides the listings, takes the endpoints off sale and ends the open jobs
 * of the account; what was bought and hired before goes on. Restoring shows the listings again but for reported ones, and
 * tests the endpoints again; its jobs stay expired. Agents of the account are accounts of their own. Throws 404 for an
 * unknown name.
 */
export async function runAccountAct(pg: PgPool, { name, username }: AccountAct): Promise<Record<string, unknown>> {
  const isSuspension = name === 'account suspend'
  // SQL: nothing is sold between the parts of a suspension.
  const { rows } = await pg.query<{ id: string }>(isSuspension ? SUSPEND : RESTORE, [username])
  const [user] = rows
  if (user === undefined) throw new Refusal('not_found', `Nobody is called ${username}.`)
  return { user_id: publicId('usr', user.id), username, status: isSuspension ? 'suspended' : 'active' }
}

const SUSPEND = `
with suspended as (update market_user set status = 'suspended', updated_at = now() where username = $1 and status <> 'deleted' returning id),
listings as (
  update listing l set hidden_at = clock_timestamp() from suspended u where l.owner_id = u.id and l.hidden_at is null and l.deleted_at is null
),
endpoints as (
  update seller_endpoint e set state = 'paused', pause_reason = 'operator', updated_at = now() from suspended u
  where e.owner_id = u.id and e.state in ('verifying', 'live')
),
-- The timer of each job ends it.
jobs as (update job j set wake_at = now() from suspended u where j.poster_id = u.id and j.status = 'open')
select id from suspended`

const RESTORE = `
with restored as (update market_user set status = 'active', updated_at = now() where username = $1 and status <> 'deleted' returning id),
listings as (
  update listing l set hidden_at = null from restored u where l.owner_id = u.id and l.hidden_at is not null
    and not exists (select from report r where r.listing_id = l.id and r.state in ('open', 'upheld'))
),
endpoints as (
  update seller_endpoint e set state = 'verifying', pause_reason = null, next_probe_at = now(), updated_at = now() from restored u
  where e.owner_id = u.id and e.pause_reason = 'operator'
)
select id from restored`
