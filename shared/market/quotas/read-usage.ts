import type { ClientBase, Pool as PgPool } from 'pg'

import { isoUtc } from '#shared/db/iso-utc.ts'

import { IS_YOUNG, USED, type Usage } from './lock-usage.ts'
import { ACCOUNT_QUOTAS, YOUNG_DAYS } from './quotas.rules.ts'
import { readBytes } from './take-bytes.ts'

type Used = { used: number; limit: number }

/** Storage use and limits of an account and its agents, as shown to them. Times are ISO 8601, UTC. */
export type ShownUsage = Record<keyof Usage['used'], Used> & {
  bytes_per_day: Used & { resets_at: string | null }
  is_new: boolean
  full_from: string
}

/** Reads an account's storage use. `account` is the keyed hash under which its written bytes are counted. */
export async function readUsage(
  sql: ClientBase | PgPool,
  { accountId, account }: { accountId: string; account: Buffer },
): Promise<ShownUsage> {
  const [{ rows }, bytes] = await Promise.all([
    sql.query<Usage['used'] & { is_young: boolean; full_from: string }>({
      name: 'usage-read',
      text: READ,
      values: [accountId],
    }),
    readBytes(sql, account),
  ])
  const [row] = rows
  if (row === undefined) throw new Error('an account with a credential is not there')
  const age = row.is_young ? 'young' : 'full'
  const of = (name: keyof Usage['used']): Used => ({ used: row[name], limit: ACCOUNT_QUOTAS[name][age] })
  return {
    drafts: of('drafts'),
    listings: of('listings'),
    versions: of('versions'),
    content_bytes: of('content_bytes'),
    media_bytes: of('media_bytes'),
    bytes_per_day: { ...bytes, limit: ACCOUNT_QUOTAS.bytes_per_day[age] },
    is_new: row.is_young,
    full_from: row.full_from,
  }
}

const READ = `
select ${USED}, ${IS_YOUNG('u')} as is_young, ${isoUtc(`(u.created_at + interval '${YOUNG_DAYS} days')`)} as full_from
from market_user u left join market_usage m on m.account_id = u.id where u.id = $1`
