import { LEDGER } from '#shared/calls/ledger-accounts.ts'
import { MICRO_USDC_PER_CENT } from '#shared/lib/micro-usdc.ts'

import type { Invariant } from './invariant.ts'

/** The invariants of payments by card. */
export const cardInvariants: readonly Invariant[] = [
  {
    id: 'I60',
    what: 'A purchase by card is paid exactly while one payment of it came in; what it says was given back is what the processor and the bank took.',
    guards: [
      { kind: 'trigger', table: 'purchase', name: 'purchase_paid_by_card' },
      { kind: 'trigger', table: 'card_payment', name: 'card_payment_pays' },
      { kind: 'trigger', table: 'card_payment', name: 'card_payment_kept' },
      { kind: 'trigger', table: 'card_payment', name: 'card_payment_stays' },
      { kind: 'trigger', table: 'card_dispute', name: 'card_dispute_stays' },
      { kind: 'trigger', table: 'card_refund', name: 'card_refund_kept' },
      { kind: 'trigger', table: 'card_refund', name: 'card_refund_stays' },
      { kind: 'constraint', table: 'card_payment', name: 'card_payment_received' },
      { kind: 'constraint', table: 'card_payment', name: 'card_payment_back' },
      { kind: 'index', table: 'card_refund', name: 'card_refund_one_asked' },
    ],
    broken: `
      select p.id as purchase_id, 'its state is not that of its payment' as why from purchase p
      left join card_payment c on c.purchase_id = p.id and c.state = 'paid'
      where (p.rail = 'card' or c.purchase_id is not null)
        and ((c.purchase_id is not null) <> (p.status in ('paid', 'refunded', 'partially_refunded', 'disputed')) or p.rail <> 'card')
      union all
      select p.id, 'another amount went back than it says' from purchase p join card_payment c on c.purchase_id = p.id and c.state = 'paid'
      where p.status <> 'disputed' and p.refunded_cents <> least(p.price_cents, c.refunded_cents + c.disputed_cents)`,
  },
  {
    id: 'I61',
    what: 'What the ledger says the card processor holds of each payment is what came in, less what went back, what disputes cost and what the processor took for itself; a surplus, and what a decided hire gives back, is owed to its payer until it went back.',
    guards: [],
    broken: `
      select coalesce(c.purchase_id, m.call_id) as purchase_id, coalesce(c.amount, 0)::text as said, coalesce(m.amount, 0)::text as ledger from (
        select purchase_id, (refunded_cents + disputed_cents + fee_cents + processor_fee_cents - received_cents)::bigint * ${MICRO_USDC_PER_CENT} as amount from card_payment
      ) c
      full join (
        select t.call_id, sum(e.amount) as amount from entry e join transfer t on t.id = e.transfer_id
        where e.account_id = ${LEDGER.cardProcessor} group by t.call_id
      ) m on m.call_id = c.purchase_id
      where coalesce(c.amount, 0) <> coalesce(m.amount, 0)
      union all
      select null, coalesce(c.amount, 0)::text, coalesce(m.amount, 0)::text
      from (
        select sum(cents)::bigint * ${MICRO_USDC_PER_CENT} as amount from (
          select greatest(received_cents - refunded_cents - disputed_cents, 0) as cents from card_payment where state = 'surplus'
          union all
          select greatest(e.poster_cents - c.refunded_cents - c.disputed_cents, 0) from card_payment c
          join card_hire h on h.id = c.hire_id join engagement e on e.job_id = h.job_id where c.state = 'paid'
        ) owed
      ) c,
        (select sum(amount) as amount from entry where account_id = ${LEDGER.cardSurplus}) m
      where coalesce(c.amount, 0) <> coalesce(m.amount, 0)`,
  },
  {
    id: 'I62',
    what: "A seller's payables of a sale by card are the share of what is left of its price, and none is due before the card may be trusted.",
    guards: [],
    broken: `
      select p.id as purchase_id, o.amount::text as payables, s.amount::text as share from purchase p
      join card_payment c on c.purchase_id = p.id and c.state = 'paid'
      cross join lateral (
        select least(p.price_cents, c.refunded_cents + c.disputed_cents) + coalesce((
          select sum(d.amount) / ${MICRO_USDC_PER_CENT} from payable d
          where d.purchase_id = p.id and d.source = 'refund' and d.seller_id = p.buyer_id and d.state <> 'canceled'), 0)::int as cents
      ) back
      cross join lateral (
        select (p.seller_cents - back.cents + (p.fee_cents::bigint * back.cents / p.price_cents)::int)::bigint * ${MICRO_USDC_PER_CENT} as amount
      ) s
      cross join lateral (
        select coalesce(sum(amount) filter (where state <> 'canceled'), 0) as amount, min(due_at) filter (where amount > 0) as due_at
        from payable where purchase_id = p.id and source = 'listing'
      ) o
      where o.amount <> s.amount or o.due_at < c.hold_until`,
  },
  {
    id: 'I63',
    what: "A hire by card is funded exactly by its one payment; its worker's payables are the share of what is left of it, and none is due before the card may be trusted.",
    guards: [
      { kind: 'trigger', table: 'card_payment', name: 'card_payment_hires' },
      { kind: 'trigger', table: 'card_payment', name: 'card_payment_of_purchase' },
      { kind: 'trigger', table: 'engagement', name: 'engagement_by_card' },
      { kind: 'trigger', table: 'card_hire', name: 'card_hire_kept' },
      { kind: 'trigger', table: 'card_hire_correction', name: 'card_hire_correction_kept' },
      { kind: 'constraint', table: 'card_payment', name: 'card_payment_of_hire' },
    ],
    broken: `
      with paid as (
        select h.id, h.job_id, h.proposal_id, c.amount_cents, c.refunded_cents + c.disputed_cents as gone, c.hold_until
        from card_hire h join card_payment c on c.hire_id = h.id and c.state = 'paid'
      )
      select coalesce(e.job_id, p.job_id) as job_id, 'it is not funded by its one payment' as why from paid p
      full join (select * from engagement where payer_account_id = ${LEDGER.cardSurplus}) e on e.job_id = p.job_id
      where (e.proposal_id, e.bid_cents + e.check_cents) is distinct from (p.proposal_id, p.amount_cents)
        or exists (select from paid o where o.job_id = p.job_id and o.id <> p.id)
      union all
      select p.job_id, 'the payables of its worker are not what is left of the share' from paid p join engagement e on e.job_id = p.job_id
      cross join lateral (select least(p.gone - least(p.gone, e.poster_cents), e.worker_cents + e.fee_cents) as cents) borne
      cross join lateral (
        select coalesce(sum(o.amount) filter (where o.state <> 'canceled'), 0) as amount, min(o.due_at) filter (where o.amount > 0) as due_at
        from payable o where (o.id = p.job_id and o.source = 'job') or o.id in (select payable_id from card_hire_correction where hire_id = p.id)
      ) o
      where o.due_at < p.hold_until or o.amount <> case when e.worker_cents = 0 then 0 else
        (e.worker_cents - borne.cents + (e.fee_cents::bigint * borne.cents / (e.worker_cents + e.fee_cents))::int)::bigint * ${MICRO_USDC_PER_CENT} end`,
  },
]
