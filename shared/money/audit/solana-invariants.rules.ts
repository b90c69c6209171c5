import { LEDGER } from '#shared/calls/ledger-accounts.ts'
import { MICRO_USDC_PER_CENT } from '#shared/lib/micro-usdc.ts'

import type { Invariant } from './invariant.ts'

/** The invariants of what is paid on Solana in one transaction, leg by leg. */
export const solanaInvariants: readonly Invariant[] = [
  {
    id: 'I50',
    what: 'A purchase on Solana is paid exactly while one payment stands that moved every leg of its order; a transaction pays one order.',
    guards: [
      { kind: 'trigger', table: 'purchase', name: 'purchase_paid_on_solana' },
      { kind: 'trigger', table: 'solana_payment', name: 'solana_payment_pays' },
      { kind: 'trigger', table: 'solana_payment', name: 'solana_payment_kept' },
      { kind: 'trigger', table: 'solana_payment', name: 'solana_payment_stays' },
      { kind: 'trigger', table: 'solana_order', name: 'solana_order_kept' },
      { kind: 'trigger', table: 'solana_order', name: 'solana_order_stays' },
      { kind: 'trigger', table: 'solana_quote', name: 'solana_quote_kept' },
      { kind: 'index', table: 'solana_payment', name: 'solana_payment_once' },
      { kind: 'index', table: 'solana_payment', name: 'solana_payment_one_pays' },
      { kind: 'constraint', table: 'solana_payment', name: 'solana_payment_covers' },
    ],
    broken: `
      select p.id as purchase_id, 'its state is not that of its payments' as why from purchase p
      where p.rail = 'solana' and (p.status in ('paid', 'refunded', 'partially_refunded', 'disputed')) <> exists (
        select from solana_payment y where y.order_id = p.id and y.verdict = 'pays' and y.state <> 'gone')
      union all
      select y.order_id, 'a leg got less than it was owed' from solana_payment y join solana_order o on o.id = y.order_id
      where y.verdict <> 'wrong' and (not solana_covers(y.owed, y.received) or (o.currency = 'usdc' and y.owed is distinct from (
        select array_agg((leg.leg->>'cents')::bigint * ${MICRO_USDC_PER_CENT} order by leg.nth)
        from jsonb_array_elements(o.legs) with ordinality as leg(leg, nth))))
      union all
      select min(y.order_id::text)::uuid, 'one transaction stands for two payments' from solana_payment y where y.state <> 'gone'
      group by y.signature having count(*) > 1`,
  },
  {
    id: 'I51',
    what: 'Our leg of each payment on Solana that moved its legs is in the ledger once, in its currency, and out again when the chain lost it; nothing else is.',
    guards: [],
    broken: `
      select coalesce(d.id, m.call_id) as payment_id, coalesce(d.amount, 0)::text as came_in, coalesce(m.amount, 0)::text as ledger from (
        select y.id, o.currency, y.owed[leg.nth] as amount from solana_payment y join solana_order o on o.id = y.order_id
        cross join lateral jsonb_array_elements(o.legs) with ordinality as leg(leg, nth)
        where y.verdict <> 'wrong' and y.state <> 'gone' and leg.leg->>'role' = 'platform'
      ) d
      full join (
        select t.call_id, case e.account_id when ${LEDGER.solanaSales} then 'usdc' else 'sol' end as currency, -sum(e.amount) as amount
        from entry e join transfer t on t.id = e.transfer_id where e.account_id in (${LEDGER.solanaSales}, ${LEDGER.solanaSalesSol})
        group by t.call_id, e.account_id having sum(e.amount) <> 0
      ) m on m.call_id = d.id and m.currency = d.currency
      where d.amount is distinct from m.amount`,
  },
  {
    id: 'I52',
    what: 'A boost is paid exactly while a payment of it stands, and its listing is boosted until the end of its last one.',
    guards: [
      { kind: 'trigger', table: 'boost', name: 'boost_paid_on_solana' },
      { kind: 'trigger', table: 'solana_payment', name: 'solana_payment_boosts' },
      { kind: 'trigger', table: 'boost', name: 'boost_stays' },
      { kind: 'constraint', table: 'boost', name: 'boost_runs' },
    ],
    broken: `
      select b.id as boost_id, 'its state is not that of its payments' as why from boost b
      where (b.status = 'paid') <> exists (
        select from solana_payment y where y.order_id = b.id and y.verdict = 'pays' and y.state <> 'gone')
      union all
      select l.id, 'it is boosted until another time' from listing l
      where l.boosted_until is distinct from (select max(b.ends_at) from boost b where b.listing_id = l.id and b.status = 'paid')
        and (l.boosted_until is not null or exists (select from boost b where b.listing_id = l.id and b.ends_at is not null))`,
  },
]
