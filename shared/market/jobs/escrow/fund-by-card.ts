import type { ClientBase } from 'pg'

import { LEDGER } from '#shared/calls/ledger-accounts.ts'
import { MICRO_USDC_PER_CENT } from '#shared/lib/micro-usdc.ts'

import type { FundAnswer, HireTerms } from './fund-escrow.ts'

/**
 * Hires by a card payment (UUID) that has come in and is not booked yet: what is owed to its payer goes into escrow, and the
 * engagement is written, in one statement. Job and payment have to be locked. Refused when the price is another by now.
 */
export async function fundByCard(tx: ClientBase, terms: HireTerms, paymentId: string): Promise<FundAnswer> {
  // SQL: a decision about money is one statement.
  const { rowCount } = await tx.query({
    name: 'job-fund-by-card',
    text: FUND,
    values: [JSON.stringify(terms), paymentId],
  })
  return rowCount === 1
    ? { kind: 'funded', availableMicroUsdc: 0n }
    : { kind: 'refused', code: 'insufficient_balance', availableMicroUsdc: 0n }
}

const FUND = `
with hire as materialized (
  select e.*, (e.bid_cents + e.check_cents)::bigint * ${MICRO_USDC_PER_CENT} as price from jsonb_populate_record(null::engagement, $1::jsonb) e
  join card_hire h on h.job_id = e.job_id and h.proposal_id = e.proposal_id and h.poster_id = e.poster_id
  join card_payment c on c.hire_id = h.id and c.state = 'open' and c.amount_cents = e.bid_cents + e.check_cents
  where h.id = $2::uuid
),
engaged as (
  insert into engagement (job_id, proposal_id, poster_id, poster_account_id, worker_id, worker_account_id, payer_account_id,
    bid_cents, check_cents, fee_bps, due_at)
  select job_id, proposal_id, poster_id, poster_account_id, worker_id, worker_account_id, ${LEDGER.cardSurplus},
    bid_cents, check_cents, fee_bps, due_at from hire
  returning job_id
),
taken as (
  insert into transfer (kind, call_id, account_id, amount, reason)
  select 'single', e.job_id, ${LEDGER.cardSurplus}, h.price, 'market:job-fund' from engaged e, hire h returning id, account_id, amount
),
sides as (
  insert into entry (transfer_id, account_id, amount)
  select id, account_id, -amount from taken union all select id, ${LEDGER.jobEscrow}, amount from taken
)
select job_id from engaged`
