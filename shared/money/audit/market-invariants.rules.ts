import { LEDGER } from '#shared/calls/ledger-accounts.ts'
import { MICRO_USDC_PER_CENT } from '#shared/lib/micro-usdc.ts'

import { EVERY_CALL } from './every-call.ts'
import type { Invariant } from './invariant.ts'

/** The invariants of sales in the marketplace. Those of payouts stand beside the other invariants (I30, I31). */
export const marketInvariants: readonly Invariant[] = [
  {
    id: 'I16',
    what: 'What the ledger owes a seller is the sum of the payables that are neither paid nor canceled.',
    guards: [
      { kind: 'trigger', table: 'payable', name: 'payable_states' },
      { kind: 'trigger', table: 'payable', name: 'payable_kept' },
      { kind: 'index', table: 'payable', name: 'payable_one_share' },
      { kind: 'index', table: 'payable', name: 'payable_one_debt' },
    ],
    broken: `
      select coalesce(l.code, 'seller_payable:' || p.seller_id) as account, coalesce(l.amount, 0)::text as ledger, coalesce(p.amount, 0)::text as payables
      from (
        select a.code, sum(e.amount) as amount from account a join entry e on e.account_id = a.id
        where a.kind = 'payable' and a.currency = 'usdc' and a.code like 'seller_payable:%' group by a.code
      ) l
      full join (
        select seller_id, sum(amount) as amount from payable where state not in ('paid', 'canceled') and currency = 'usdc' group by seller_id
      ) p on l.code = 'seller_payable:' || p.seller_id
      where coalesce(l.amount, 0) <> coalesce(p.amount, 0)`,
  },
  {
    id: 'I24',
    what: 'A sale by prepaid key, x402 or card came in once with its whole price and was shared as its purchase says; a refunded one by key or x402 went back the same way.',
    guards: [
      { kind: 'constraint', table: 'purchase', name: 'purchase_split' },
      { kind: 'constraint', table: 'purchase', name: 'purchase_refunded' },
    ],
    broken: `
      select p.id as purchase_id, 'its price did not come in' as why from purchase p
      where p.rail in ('prepaid', 'x402', 'card') and p.paid_at is not null and p.price_cents::bigint * ${MICRO_USDC_PER_CENT} is distinct from
        (select sum(t.amount) from transfer t where t.call_id = p.id and t.kind = 'single' and t.reason in ('market:prepaid', 'purchase:x402', 'market:card'))
      union all
      select p.id, 'it was not shared as it says' from purchase p
      where p.rail in ('prepaid', 'x402', 'card') and p.paid_at is not null and (p.seller_cents::bigint * ${MICRO_USDC_PER_CENT}, p.fee_cents::bigint * ${MICRO_USDC_PER_CENT}) is distinct from (
        coalesce((select sum(t.amount) from transfer t where t.call_id = p.id and t.reason = 'market:seller'), 0),
        coalesce((select sum(t.amount) from transfer t where t.call_id = p.id and t.reason = 'market:fee'), 0))
      union all
      select p.id, 'another amount went back than it says' from purchase p
      where p.rail in ('prepaid', 'x402') and p.refunded_cents::bigint * ${MICRO_USDC_PER_CENT} <>
        coalesce((select sum(t.amount) from transfer t where t.call_id = p.id and t.reason = 'market:refund'), 0)`,
  },
  {
    id: 'I25',
    what: 'No money of a sale stays between two steps: the clearing account of the market is empty for every sale.',
    guards: [],
    broken: `
      select t.call_id as purchase_id, sum(e.amount)::text as left_over from entry e join transfer t on t.id = e.transfer_id
      where e.account_id = ${LEDGER.marketClearing} group by t.call_id having sum(e.amount) <> 0`,
  },
  {
    id: 'I32',
    what: "An answered call of a seller's endpoint moved its share to the seller once, and is a payable of it; any other moved nothing.",
    guards: [
      { kind: 'trigger', table: 'call', name: 'seller_call_opened' },
      { kind: 'trigger', table: 'call', name: 'seller_call_ended' },
      { kind: 'trigger', table: 'seller_call', name: 'seller_call_states' },
      { kind: 'trigger', table: 'seller_call', name: 'seller_call_kept' },
      { kind: 'trigger', table: 'seller_endpoint_version', name: 'seller_version_kept' },
    ],
    broken: `
      select c.call_id, c.state, 'the share did not move as it says' as why from seller_call c
      where case c.state when 'answered' then c.share else 0 end is distinct from
        coalesce((select sum(e.amount) from transfer t join entry e on e.transfer_id = t.id join account a on a.id = e.account_id
          where t.call_id = c.call_id and t.reason = 'market:seller' and a.code = 'seller_payable:' || c.seller_id), 0)
      union all
      select c.call_id, c.state, 'its payable is another' from seller_call c left join payable p on p.id = c.call_id and p.source = 'endpoint'
      where (c.state = 'answered') <> (p.id is not null) or (p.id is not null and (p.amount, p.seller_id) is distinct from (c.share, c.seller_id))
      union all
      select c.call_id, c.state, 'its call ended otherwise' from seller_call c left join ${EVERY_CALL} l on l.id = c.call_id
      where l.id is null or l.price <> c.price or (c.state = 'open') <> (l.finished_at is null) or (c.state = 'answered') <> (l.state = 'captured')`,
  },
  {
    id: 'I26',
    what: 'The last row of its timeline says what state a purchase is in.',
    guards: [
      { kind: 'trigger', table: 'purchase', name: 'purchase_states' },
      { kind: 'trigger', table: 'purchase', name: 'purchase_kept' },
      { kind: 'trigger', table: 'purchase_event', name: 'purchase_event_kept' },
    ],
    broken: `
      select p.id as purchase_id, p.status, p.delivery_status from purchase p
      left join lateral (select * from purchase_event e where e.purchase_id = p.id order by e.nth desc limit 1) l on true
      where (p.status, p.delivery_status) is distinct from (l.status, l.delivery_status)`,
  },
  {
    id: 'I27',
    what: 'An entry has the currency of its transfer and of its account: no transfer mixes currencies.',
    guards: [{ kind: 'trigger', table: 'entry', name: 'entry_currency' }],
    broken: `
      select e.transfer_id, e.currency, t.currency as of_transfer, a.currency as of_account
      from entry e join transfer t on t.id = e.transfer_id join account a on a.id = e.account_id
      where e.currency <> t.currency or e.currency <> a.currency`,
  },
  {
    id: 'I28',
    what: 'The daily totals of a seller are those of the sales and of the open payables.',
    guards: [
      { kind: 'trigger', table: 'purchase', name: 'purchase_counted' },
      { kind: 'trigger', table: 'purchase', name: 'purchase_counted_new' },
      { kind: 'trigger', table: 'payable', name: 'payable_counted' },
    ],
    broken: `
      select coalesce(d.user_id, p.seller_id) as seller_id, d.opened, p.sales from (
        select user_id, sum(opened) as opened, sum(paid) as paid, sum(gross_cents) as gross, sum(net_cents) as net, sum(refunded_cents) as refunded
        from commerce_day where role = 'seller' group by user_id
      ) d
      full join (
        select seller_id, count(*) as sales, count(paid_at) as paid, sum(price_cents) filter (where paid_at is not null) as gross,
          sum(seller_cents) filter (where paid_at is not null and refunded_cents = 0) as net, sum(refunded_cents) as refunded
        from purchase group by seller_id
      ) p on p.seller_id = d.user_id
      where coalesce(d.opened, 0) <> coalesce(p.sales, 0) or coalesce(d.paid, 0) <> coalesce(p.paid, 0) or coalesce(d.gross, 0) <> coalesce(p.gross, 0)
        or coalesce(d.refunded, 0) <> coalesce(p.refunded, 0)
      union all
      select coalesce(d.user_id, p.seller_id), d.owed::bigint, p.owed::bigint
      from (select user_id, sum(owed) as owed from commerce_day where role = 'seller' group by user_id) d
      full join (select seller_id, sum(amount) as owed from payable where state not in ('paid', 'canceled') and currency = 'usdc' group by seller_id) p
        on p.seller_id = d.user_id
      where coalesce(d.owed, 0) <> coalesce(p.owed, 0)`,
  },
]
