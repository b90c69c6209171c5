import type { ClientBase } from 'pg'
import { uuidv7 } from 'uuidv7'

import { SOLANA } from '#shared/chains/networks.ts'
import { LEDGER } from '#shared/calls/ledger-accounts.ts'
import { MICRO_USDC_PER_CENT } from '#shared/lib/micro-usdc.ts'
import { newCredentialId } from '#shared/money/credential-id.ts'
import type { CredentialMint } from '#shared/money/credentials.ts'

import { ensureSellerAccount } from '../../purchases/seller-account.ts'
import type { Engagement } from '../engagement.entity.ts'
import { settleCardHire } from './settle-card-hire.ts'

/**
 * Ends the escrow of a locked engagement, once: the worker gets `workerBps` of the bid less the fee as a payable that is
 * due at once (of a hire by card once the card may be trusted), the price of the outcome checks is ours where a delivery was checked, and the rest goes back the way it
 * came: to the wallet of a payment on Solana (the only chain that the treasury pays out on), to the card, else to the key that
 * funded it, or to a new key where that one was revoked. Amounts are rounded down to cents, in favour of the poster.
 */
export async function shareEscrow(
  tx: ClientBase,
  mint: CredentialMint,
  engagement: Pick<Engagement, 'jobId' | 'workerId'>,
  workerBps: number,
): Promise<void> {
  await ensureSellerAccount(tx, engagement.workerId)
  const keyId = newCredentialId()
  const key = mint.issue('sk', keyId)
  // SQL: a decision about money is one statement.
  const { rowCount } = await tx.query({
    name: 'job-share',
    text: SHARE,
    values: [engagement.jobId, workerBps, uuidv7(), keyId, mint.fingerprint(key), key.slice(-4), uuidv7(), SOLANA],
  })
  if (rowCount !== 1) throw new Error('an escrow that was decided cannot be shared again')
  await settleCardHire(tx, { jobId: engagement.jobId })
}

const SHARE = `
with engaged as materialized (select * from engagement where job_id = $1::uuid and decided_at is null for update),
gross as materialized (
  select e.*, (e.bid_cents::bigint * $2::int / 10000)::int as gross, case when e.deliveries > 0 then e.check_cents else 0 end as checks from engaged e
),
parts as materialized (
  select g.job_id, g.worker_id, g.payer_account_id, g.payment_id, g.checks, (g.gross::bigint * g.fee_bps / 10000)::int as fee,
    g.gross - (g.gross::bigint * g.fee_bps / 10000)::int as worker, g.bid_cents + g.check_cents - g.gross - g.checks as back from gross g
),
to_chain as materialized (
  select p.call_id, p.payer, b.back from parts b join payment_proof p on p.call_id = b.payment_id and p.network = $8::text where b.back > 0
),
by_card as materialized (
  select c.hold_until from parts b join card_hire h on h.job_id = b.job_id join card_payment c on c.hire_id = h.id and c.state = 'paid'
  where b.payer_account_id = ${LEDGER.cardSurplus}
),
known as materialized (
  select a.id, a.posted, a.held, k.key_id from account a join service_key k on k.account_id = a.id and k.status = 'active'
  where a.id = (select payer_account_id from parts where back > 0) and not exists (select from to_chain) limit 1 for update of a
),
paid_back as (
  update account a set posted = k.posted + p.back::bigint * ${MICRO_USDC_PER_CENT}, held = k.held from known k, parts p where a.id = k.id
),
wallet as (
  insert into account (code, kind, posted, granted)
  select 'wallet:' || $4::text, 'wallet', back::bigint * ${MICRO_USDC_PER_CENT}, back::bigint * ${MICRO_USDC_PER_CENT} from parts
  where back > 0 and not exists (select from known) and not exists (select from to_chain) and not exists (select from by_card) returning id
),
key as (
  insert into service_key (id, key_id, kind, account_id, hmac, last4)
  select $3::uuid, $4::text, 'prepaid', id, $5::bytea, $6::text from wallet returning key_id
),
refunded as (
  insert into payout (id, pay_to, call_id, amount) select $7::uuid, payer, call_id, back::bigint * ${MICRO_USDC_PER_CENT} from to_chain
),
decided as (
  update engagement e set decided_at = now(), worker_bps = $2::int, worker_cents = p.worker, fee_cents = p.fee, checks_cents = p.checks,
    poster_cents = p.back, refund_key_id = coalesce((select key_id from key), case when p.payment_id is not null then (select key_id from known) end)
  from parts p where e.job_id = p.job_id returning e.job_id
),
owed as (
  insert into payable (id, source, seller_id, amount, currency, due_at)
  select job_id, 'job', worker_id, worker::bigint * ${MICRO_USDC_PER_CENT}, 'usdc', greatest(now(), (select hold_until from by_card)) from parts where worker > 0
),
legs as materialized (
  select 'market:job-worker' as reason, (select a.id from account a where a.code = 'seller_payable:' || p.worker_id) as to_id, p.worker as cents from parts p where p.worker > 0
  union all
  select 'market:job-fee', ${LEDGER.platformFeesJobs}, fee from parts where fee > 0
  union all
  select 'market:job-checks', ${LEDGER.platformFeesJobs}, checks from parts where checks > 0
  union all
  select 'market:job-refund', coalesce((select id from known), (select id from wallet), case when exists (select from to_chain) then ${LEDGER.refunds} when exists (select from by_card) then ${LEDGER.cardSurplus} end), back from parts where back > 0
),
moved as (
  insert into transfer (kind, call_id, account_id, amount, reason)
  select 'single', $1::uuid, to_id, cents::bigint * ${MICRO_USDC_PER_CENT}, reason from legs returning id, account_id, amount
),
sides as (
  insert into entry (transfer_id, account_id, amount)
  select id, account_id, amount from moved union all select id, ${LEDGER.jobEscrow}, -amount from moved
)
select job_id from decided`
