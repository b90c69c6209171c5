import type { ClientBase, Pool as PgPool } from 'pg'
import { z } from 'zod'

import { publicCallId } from '#shared/lib/call-id.ts'

import { isoUtc } from '#shared/db/iso-utc.ts'
import { centsOf } from '#shared/lib/micro-usdc.ts'
import { TRIAL } from '#shared/terms.ts'
import type { KnownKey } from './find-key.ts'
import { Policy, POLICY_COLUMNS, policyOf, type PolicyRow } from './policy.ts'
import type { RowOf } from '#shared/db/row-of.ts'
import type { Account } from '../account.entity.ts'
import type { ServiceKey } from './service-key.entity.ts'

const RECENT_CALLS = 20

/** A key's balance as its owner sees it, in cents. */
export const Balance = z.object({
  key_id: z.string(),
  kind: z.enum(['prepaid', 'trial']),
  status: z.enum(['active', 'empty', 'expired', 'revoked']),
  balance_cents: z.int().describe('what new calls can spend: without what open calls hold'),
  held_cents: z.int().describe('set aside for calls that have not ended'),
  granted_cents: z.int().describe('all that was ever put in'),
  spent_cents: z.int(),
  spent_today_cents: z.int().describe('what counts against daily_cents (UTC), open calls included'),
  spent_this_month_cents: z.int().describe('what counts against monthly_cents (UTC), open calls included'),
  expires_at: z.string().nullable(),
  max_price_cents: z.int().nullable().describe('the dearest call this key pays; null for no limit'),
  policy: Policy,
  refill_due: z.boolean().describe('auto_refill is on and the balance is below its mark: top up now'),
  recent: z.array(
    z.object({
      call_id: z.string(),
      slug: z.string(),
      state: z.enum(['held', 'running', 'captured', 'released']),
      price_cents: z.int(),
      charged_cents: z.int(),
      at: z.string(),
    }),
  ),
})
export type Balance = z.output<typeof Balance>

/**
 * Returns the balance, limits and last 20 calls of a key. Open calls are listed as held or running with 0 cents
 * charged.
 */
export async function readBalance(pg: PgPool | ClientBase, key: Pick<KnownKey, 'id'>): Promise<Balance> {
  const { rows } = await pg.query<Row>({ name: 'key-balance', text: READ, values: [key.id, RECENT_CALLS] })
  const [row] = rows
  if (row === undefined) throw new Error('a known key has no row')
  const [posted, held, granted] = [BigInt(row.posted), BigInt(row.held), BigInt(row.granted)]
  const policy = policyOf(row)
  const balanceCents = centsOf(posted - held)
  return {
    key_id: row.key_id,
    kind: row.kind,
    status: statusOf(row, posted),
    balance_cents: balanceCents,
    held_cents: centsOf(held),
    granted_cents: centsOf(granted),
    spent_cents: centsOf(granted - posted),
    spent_today_cents: centsOf(BigInt(row.day_spent)),
    spent_this_month_cents: centsOf(BigInt(row.month_spent)),
    expires_at: row.expires_at,
    max_price_cents: leastOf(row.kind === 'trial' ? TRIAL.maxPriceCents : null, policy.max_cents_per_call),
    policy,
    refill_due:
      policy.auto_refill !== null && policy.auto_refill.enabled && balanceCents < policy.auto_refill.below_cents,
    // Safe: the statement builds the column as an array of Recent.
    recent: (JSON.parse(row.recent) as Recent[]).map(({ id, price, ...call }) => ({
      call_id: publicCallId(id),
      slug: call.slug,
      state: call.state,
      price_cents: centsOf(BigInt(price)),
      charged_cents: call.state === 'captured' ? centsOf(BigInt(price)) : 0,
      at: call.at,
    })),
  }
}

function statusOf(row: Row, posted: bigint): Balance['status'] {
  if (row.status === 'revoked') return 'revoked'
  if (row.expired) return 'expired'
  return posted === 0n ? 'empty' : 'active'
}

const leastOf = (one: number | null, other: number | null) =>
  one === null || other === null ? (one ?? other) : Math.min(one, other)

type Recent = { id: string; slug: string; state: Balance['recent'][number]['state']; price: string; at: string }
type Row = PolicyRow &
  RowOf<ServiceKey, 'keyId' | 'kind' | 'status'> &
  RowOf<Account, 'posted' | 'held' | 'granted' | 'daySpent' | 'monthSpent' | 'expiresAt'> & {
    expired: boolean
    recent: string
  }

const READ = `
select k.key_id, k.kind, k.status, ${POLICY_COLUMNS}, a.posted::text, a.held::text, a.granted::text,
  case when a.day = (now() at time zone 'utc')::date then a.day_spent else 0 end::text as day_spent,
  case when a.month = date_trunc('month', now() at time zone 'utc')::date then a.month_spent else 0 end::text as month_spent,
  ${isoUtc('a.expires_at')} as expires_at, coalesce(a.expires_at <= now(), false) as expired,
  (select coalesce(json_agg(c), '[]')::text from (
    select id, slug, state, price::text, ${isoUtc('accepted_at')} as at from call where account_id = a.id order by id desc limit $2
  ) c) as recent
from service_key k join account a on a.id = k.account_id where k.id = $1::uuid`
