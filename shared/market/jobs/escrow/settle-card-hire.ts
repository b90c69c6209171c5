import type { ClientBase } from 'pg'
import { uuidv7 } from 'uuidv7'

import { LEDGER } from '#shared/calls/ledger-accounts.ts'
import { MICRO_USDC_PER_CENT } from '#shared/lib/micro-usdc.ts'

import { sellerPayableCode } from '../../purchases/seller-account.ts'
import { PROCESSOR_MOVES } from '../../cards/processor-moves.ts'

/** What the processor has given back of a payment, what the poster's bank holds of it, and what disputes cost, in cents. */
type HireTaken = { refundedCents: number; disputedCents: number; feeCents: number }

/**
 * Leads the money of a hire by card to what was decided of its escrow and what the processor took back since; nothing for a
 * hire that was paid otherwise. The job has to be locked.
 *
 * What went back to the card is first what the poster was to get back; the rest falls on the worker and on us as they
 * shared the bid, and what is beyond that is our loss. While the escrow is not decided all of it stands as our loss, so
 * that the work can go on and a dispute that is won changes nothing. The worker's share changes by further payables, as
 * that of a seller does (takeBack). What is owed to the poster is asked of the processor as a refund, unless a bank holds
 * money of the payment. Doing it again changes nothing.
 */
export async function settleCardHire(
  tx: ClientBase,
  { jobId, taken = null }: { jobId: string; taken?: HireTaken | null },
): Promise<void> {
  // SQL: most hires are not by card.
  const { rows } = await tx.query<{ id: string; worker_id: string }>({
    name: 'card-hire-of-job',
    text: `select h.id, e.worker_id from card_hire h join card_payment c on c.hire_id = h.id and c.state = 'paid'
      join engagement e on e.job_id = h.job_id where h.job_id = $1::uuid`,
    values: [jobId],
  })
  const [hire] = rows
  if (hire === undefined) return
  // SQL: payouts and refunds of one seller wait for each other, so that no payable covers two of them.
  await tx.query(`select from account where code = $1 for update`, [sellerPayableCode(hire.worker_id)])
  const { refundedCents = null, disputedCents = null, feeCents = null } = taken ?? {}
  // SQL: a decision about money is one statement.
  await tx.query({
    name: 'card-hire-settle',
    text: SETTLE,
    values: [hire.id, refundedCents, disputedCents, feeCents, uuidv7(), uuidv7()],
  })
}

const SETTLE = `
with payment as materialized (select * from card_payment where purchase_id = $1::uuid and hire_id is not null and state = 'paid' for update),
said as materialized (
  select y.purchase_id as id, y.hold_until, greatest(y.refunded_cents, coalesce($2::int, 0)) as refunded, coalesce($3::int, y.disputed_cents) as disputed,
    coalesce($4::int, y.fee_cents) as cost, e.job_id, e.worker_id, e.worker_cents as worker, e.fee_cents as fee, e.poster_cents as back
  from payment y join card_hire h on h.id = y.purchase_id join engagement e on e.job_id = h.job_id
),
gone as materialized (select s.*, least(back, refunded + disputed) as of_poster, refunded + disputed - least(back, refunded + disputed) as rest from said s),
borne as materialized (select g.*, least(rest, worker + fee) as borne from gone g),
parts as materialized (
  select b.*, case when worker + fee = 0 then 0 else (fee::bigint * borne / (worker + fee))::int end as of_fee from borne b
),
noted as (
  update card_payment c set refunded_cents = p.refunded, disputed_cents = p.disputed, fee_cents = p.cost from parts p where c.purchase_id = p.id
),
targets as materialized (
  select 'card:surplus-back' as reason, ${LEDGER.cardSurplus}::bigint as account_id, of_poster as cents from parts
  union all
  select 'card:seller', (select a.id from account a where a.code = 'seller_payable:' || p.worker_id), p.borne - p.of_fee from parts p where p.worker > 0
  union all
  select 'card:fee', ${LEDGER.platformFeesJobs}, of_fee from parts
  union all
  select 'card:loss', ${LEDGER.cardLosses}, rest - borne from parts
  union all
  select 'card:dispute-cost', ${LEDGER.cardDisputeFees}, cost from parts
),
legs as materialized (
  select t.reason, t.account_id, t.cents::bigint * ${MICRO_USDC_PER_CENT} - coalesce((
    select -sum(e.amount) from transfer f join entry e on e.transfer_id = f.id and e.account_id = t.account_id
    where f.call_id = $1::uuid and f.kind = 'single' and f.reason in (t.reason, t.reason || '-again')), 0) as amount
  from targets t
),
${PROCESSOR_MOVES},
owed as materialized (
  select p.* from payable p where p.state <> 'canceled' and (p.id = (select job_id from parts where worker > 0)
    or p.id in (select payable_id from card_hire_correction where hire_id = $1::uuid)) for update of p
),
left_over as materialized (select (p.worker - (p.borne - p.of_fee))::bigint * ${MICRO_USDC_PER_CENT} as amount, p.* from parts p),
canceled as (
  update payable p set state = 'canceled' from owed o, left_over l where p.id = o.id and o.state in ('waiting', 'due') and l.amount = 0
  returning p.amount
),
difference as materialized (
  select l.worker_id, l.amount - coalesce((select sum(amount) from owed), 0) + coalesce((select sum(amount) from canceled), 0) as amount,
    greatest(now(), l.hold_until) as due_at, exists (select from owed where state in ('waiting', 'due')) and l.amount <> 0 as is_open
  from left_over l
),
corrected as (
  insert into payable (id, source, seller_id, amount, currency, due_at, state)
  select $5::uuid, 'job', d.worker_id, d.amount, 'usdc', case when d.amount < 0 and not d.is_open then now() else d.due_at end,
    case when d.amount < 0 and not d.is_open then 'due' else 'waiting' end
  from difference d where d.amount <> 0 returning id
),
numbered as (
  insert into card_hire_correction (hire_id, nth, payable_id)
  select $1::uuid, coalesce((select max(nth) from card_hire_correction where hire_id = $1::uuid), 0) + 1, id from corrected
),
asked as materialized (
  select coalesce(sum(amount_cents) filter (where state <> 'failed'), 0) as cents, count(*) filter (where state <> 'made') as others
  from card_refund where purchase_id = $1::uuid
)
insert into card_refund (id, purchase_id, amount_cents, asked_by, reason)
select $6::uuid, p.id, p.back - greatest(p.refunded, a.cents), 'platform', 'job_refund' from parts p, asked a
where p.disputed = 0 and a.others = 0 and p.back > greatest(p.refunded, a.cents) on conflict do nothing`
