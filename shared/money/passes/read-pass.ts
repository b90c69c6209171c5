import { timingSafeEqual } from 'node:crypto'

import type { ClientBase, Pool as PgPool } from 'pg'
import { z } from 'zod'

import { PASS_DEAR_CALLS_A_DAY, PASS_OPEN_CALLS } from '#shared/calls/accept-pass.ts'

import { type CredentialMint, isPassType } from '../credentials.ts'
import { isoUtc } from '#shared/db/iso-utc.ts'
import type { RowOf } from '#shared/db/row-of.ts'
import type { Pass } from './pass.entity.ts'

/** Calls per minute a pass covers. */
const CALLS_PER_MINUTE = 60

/** A pass as its owner sees it. */
export const PassStatus = z.object({
  pass_id: z.string(),
  kind: z.enum(['day', 'week', 'month']),
  scope: z.enum(['guards', 'all']),
  status: z.enum(['valid', 'expired']),
  valid_from: z.string(),
  valid_until: z.string(),
  header_name: z.literal('X-Day-Pass'),
  fair_use: z.object({
    calls_per_minute: z.int(),
    calls_at_once: z.int(),
    calls_at_once_left: z.int(),
    dear_calls_per_day: z.int().describe('calls above 10 cents, each UTC day'),
    dear_calls_left_today: z.int(),
    featured_slots_left: z.int(),
  }),
})
export type PassStatus = z.output<typeof PassStatus>

/**
 * Returns the status of the pass with this token, and the remaining fair use. Returns null for a wrong form, checksum
 * or secret, an unknown id, and a revoked pass. Expiry is checked by the database's clock.
 */
export async function readPass(
  pg: PgPool | ClientBase,
  mint: CredentialMint,
  token: string,
): Promise<PassStatus | null> {
  const parsed = mint.parse(token)
  if (parsed === null || !isPassType(parsed.type)) return null
  const { rows } = await pg.query<Row>({ name: 'pass-status', text: READ, values: [parsed.id] })
  const [row] = rows
  const fingerprint = mint.fingerprint(token)
  const isGenuine = timingSafeEqual(
    fingerprint,
    row?.hmac.length === fingerprint.length ? row.hmac : Buffer.alloc(fingerprint.length),
  )
  if (row === undefined || !isGenuine || row.status !== 'active') return null
  return {
    pass_id: row.pass_id,
    kind: row.kind,
    scope: row.scope,
    status: row.expired ? 'expired' : 'valid',
    valid_from: row.valid_from,
    valid_until: row.valid_until,
    header_name: 'X-Day-Pass',
    fair_use: {
      calls_per_minute: CALLS_PER_MINUTE,
      calls_at_once: PASS_OPEN_CALLS,
      calls_at_once_left: Math.max(0, PASS_OPEN_CALLS - row.open_calls),
      dear_calls_per_day: PASS_DEAR_CALLS_A_DAY,
      dear_calls_left_today: Math.max(0, PASS_DEAR_CALLS_A_DAY - row.dear_today),
      featured_slots_left: Math.max(0, 1 - row.featured_used),
    },
  }
}

type Row = RowOf<
  Pass,
  'passId' | 'kind' | 'scope' | 'status' | 'hmac' | 'validFrom' | 'validUntil' | 'openCalls' | 'featuredUsed'
> & { expired: boolean; dear_today: number }

const READ = `
select pass_id, kind, scope, status, hmac, valid_until <= now() as expired,
  ${isoUtc('valid_from')} as valid_from, ${isoUtc('valid_until')} as valid_until, open_calls, featured_used,
  case when day = (now() at time zone 'utc')::date then day_dear else 0 end as dear_today
from pass where pass_id = $1`
