import type { PoolClient } from 'pg'

import { type KeptQuota, YOUNG_DAYS } from './quotas.rules.ts'

export type Usage = { used: Record<KeptQuota, number>; isYoung: boolean }

/** Locks what an account keeps until the end of the transaction, and reads it. */
export async function lockUsage(tx: PoolClient, accountId: string): Promise<Usage> {
  const { rows } = await tx.query<Usage['used'] & { is_young: boolean }>(LOCK, [accountId])
  const [row] = rows
  if (row === undefined) throw new Error('an account with a credential is not there')
  const { is_young: isYoung, ...used } = row
  return { used, isYoung }
}

/** The counters as columns, bytes as numbers that JavaScript holds exactly. */
const count = (name: string) => `coalesce(${name}, 0)::float8 as ${name}`
export const USED = ['drafts', 'listings', 'versions', 'content_bytes', 'media_bytes'].map(count).join(', ')
export const IS_YOUNG = (user: string) => `${user}.created_at > now() - interval '${YOUNG_DAYS} days'`

// The update changes nothing; it locks the row whether it was there or not.
const LOCK = `
with locked as (
  insert into market_usage as old (account_id) values ($1)
  on conflict (account_id) do update set account_id = old.account_id returning *
)
select ${USED}, ${IS_YOUNG('u')} as is_young from locked join market_user u on u.id = locked.account_id`
