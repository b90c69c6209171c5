import type { ClientBase } from 'pg'

import { LEDGER } from '#shared/calls/ledger-accounts.ts'
import { MICRO_USDC_PER_CENT } from '#shared/lib/micro-usdc.ts'
import { type KeyVerdict, paidFromSql, saleVerdictSql, SENT_KEY } from '#shared/money/prepaid/judge-sale.ts'

/** The terms of a hire, as columns of `engagement`. */
export type HireTerms = {
  job_id: string
  proposal_id: string
  poster_id: string
  poster_account_id: string
  worker_id: string
  worker_account_id: string
  bid_cents: number
  check_cents: number
  fee_bps: number
  due_at: string
  /** The x402 payment whose money the key holds; null when the poster sent a key. */
  payment_id: string | null
}

export type FundAnswer =
  | { kind: 'funded'; availableMicroUsdc: bigint }
  | { kind: 'refused'; code: KeyVerdict; availableMicroUsdc: bigint }

/** A prepaid key: its id, and the fingerprint of its text. */
export type SentKey = { keyId: string; hmac: Buffer }

/**
 * Hires: takes the bid and the price of the outcome checks from a prepaid key into escrow and writes the engagement, in
 * one statement on the locked wallet. The spending policy of the key holds as for sales. The job has to be locked.
 */
export async function fundEscrow(tx: ClientBase, terms: HireTerms, key: SentKey): Promise<FundAnswer> {
  // SQL: a decision about money is one statement.
  const { rows } = await tx.query<{ verdict: 'funded' | KeyVerdict; available: string }>({
    name: 'job-fund',
    text: FUND,
    values: [JSON.stringify(terms), key.keyId, key.hmac],
  })
  const { verdict, available } = rows[0] ?? { verdict: 'invalid_service_key', available: '0' }
  const availableMicroUsdc = BigInt(available)
  return verdict === 'funded'
    ? { kind: verdict, availableMicroUsdc }
    : { kind: 'refused', code: verdict, availableMicroUsdc }
}

const FUND = `
with hire as materialized (
  select e.*, (e.bid_cents + e.check_cents)::bigint * ${MICRO_USDC_PER_CENT} as price from jsonb_populate_record(null::engagement, $1::jsonb) e
),
${SENT_KEY},
judged as materialized (
  select h.price, k.account_id as payer_account_id, coalesce(a.posted - a.held, 0) as available,
    coalesce(${saleVerdictSql('h.price')}, 'funded') as verdict
  from hire h left join key k on true left join locked a on true
),
funded as materialized (select payer_account_id, price from judged where verdict = 'funded'),
${paidFromSql('funded')},
engaged as (
  insert into engagement (job_id, proposal_id, poster_id, poster_account_id, worker_id, worker_account_id, payer_account_id, payment_id,
    bid_cents, check_cents, fee_bps, due_at)
  select h.job_id, h.proposal_id, h.poster_id, h.poster_account_id, h.worker_id, h.worker_account_id, f.payer_account_id, h.payment_id,
    h.bid_cents, h.check_cents, h.fee_bps, h.due_at
  from hire h, funded f
  returning job_id, payer_account_id
),
taken as (
  insert into transfer (kind, call_id, account_id, amount, reason)
  select 'single', e.job_id, e.payer_account_id, f.price, 'market:job-fund' from engaged e, funded f returning id, account_id, amount
),
sides as (
  insert into entry (transfer_id, account_id, amount)
  select id, account_id, -amount from taken union all select id, ${LEDGER.jobEscrow}, amount from taken
)
select j.verdict, coalesce((select available from paid), j.available)::text as available from judged j`
