import type { Pool as PgPool } from 'pg'

import { isoUtc } from '#shared/db/iso-utc.ts'

/** An action in the log of operators. `outcome` is null while it runs, and where its process ended meanwhile. */
export type ActionLine = {
  at: string
  actor: string
  via: string
  action: string
  target: string | null
  detail: Record<string, string | number>
  outcome: string | null
  request_id: string | null
}

/** The newest actions of operators; `before` is the time of the last one that was shown. */
export async function listActions(pg: PgPool, before: string | null = null, limit = 100): Promise<ActionLine[]> {
  const { rows } = await pg.query<ActionLine>(LIST, [before, limit])
  return rows
}

const LIST = `
select ${isoUtc('at')} as at, actor, via, action, target, detail, outcome, request_id
from operator_action where $1::timestamptz is null or at < $1::timestamptz order by id desc limit $2`
