import type { EntityManager } from '@mikro-orm/sql'

import { connectionOf } from '#shared/db/unit-of-work.ts'

import { type KeptQuota, YOUNG_DAYS } from './quotas.rules.ts'

export type Usage = { used: Record<KeptQuota, number>; isYoung: boolean }

/** Locks an account's storage counters until the end of the transaction and reads them. */
export async function lockUsage(em: EntityManager, accountId: string): Promise<Usage> {
  // SQL: the row is locked whether it was there or not, and read, in one round trip.
  const { rows } = await connectionOf(em).query<Usage['used'] & { is_young: boolean }>(LOCK, [accountId])
  const [row] = rows
  if (row === undefined) throw new Error('an account with a credential is not there')
  const { is_young: isYoung, ...used } = row
  return { used, isYoung }
}

/** SQL: a counter as float8, which JavaScript reads as a number. Exact for all byte counts up to 2^53. */
const count = (name: string) => `coalesce(${name}, 0)::float8 as ${name}`
export const USED = ['drafts', 'listings', 'versions', 'content_bytes', 'media_bytes'].map(count).join(', ')
export const IS_YOUNG = (user: string) => `${user}.created_at > now() - interval '${YOUNG_DAYS} days'`

// The update changes nothing, but locks the row whether it existed before or not.
const LOCK = `
with locked as (
  insert into market_usage as old (account_id) values ($1)
  on conflict (account_id) do update set account_id = old.account_id returning *
)
select ${USED}, ${IS_YOUNG('u')} as is_young from locked join market_user u on u.id = locked.account_id`
