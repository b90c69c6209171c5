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
        select from solana_order o join solana_payment y on y.order_id = o.id where o.purchase_id = p.id and y.verdict = 'pays' and y.state <> 'gone')
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
  {
    id: 'I53',
    what: 'A refund on Solana gives back the legs of one final payment, ours from the treasury and those of the seller from his payables or by his transaction; a purchase is refunded exactly when its payment is.',
    guards: [
      { kind: 'trigger', table: 'solana_refund', name: 'solana_refund_of_payment' },
      { kind: 'trigger', table: 'solana_refund', name: 'solana_refund_kept' },
      { kind: 'trigger', table: 'solana_refund', name: 'solana_refund_stays' },
      { kind: 'trigger', table: 'purchase', name: 'purchase_refunded_on_solana' },
      { kind: 'constraint', table: 'solana_refund', name: 'solana_refund_settled' },
    ],
    broken: `
      select r.payment_id, 'it gives back another amount than was paid' as why from solana_refund r
      join solana_payment y on y.id = r.payment_id join solana_order o on o.id = y.order_id
      cross join lateral (
        select coalesce(sum(y.owed[leg.nth]) filter (where leg.leg->>'role' = 'platform'), 0) as ours, coalesce(sum(y.owed[leg.nth]), 0) as whole
        from jsonb_array_elements(o.legs) with ordinality as leg(leg, nth)
      ) owed
      where y.state <> 'final' or (r.platform_amount, r.platform_amount + r.seller_amount, r.wallet, r.currency) is distinct from (owed.ours, owed.whole, y.payer, o.currency)
      union all
      select r.payment_id, 'its payouts are others' from solana_refund r
      where r.payout_id is not null and not exists (
          select from payout p where p.id = r.payout_id and (p.amount, p.pay_to, p.currency) = (r.platform_amount, r.wallet, r.currency))
        or r.seller_payout_id is not null and not exists (
          select from payout p where p.id = r.seller_payout_id and (p.amount, p.pay_to, p.currency) = (r.seller_amount, r.wallet, r.currency))
      union all
      select r.payment_id, 'the seller did not pay his part' from solana_refund r
      where r.seller_paid_by = 'transaction' and not exists (
          select from solana_order o join solana_payment y on y.order_id = o.id where o.refund_id = r.payment_id and y.verdict = 'pays' and y.state = 'final')
        or (r.seller_paid_by = 'payables') is distinct from true and exists (select from payable p where p.id = r.payment_id and p.source = 'refund')
        or r.seller_paid_by = 'payables' and not exists (
          select from payable p where p.id = r.payment_id and p.source = 'refund' and (p.amount, p.seller_id) = (-r.seller_amount, r.seller_id))
      union all
      select coalesce(d.payment_id, m.call_id), 'the ledger moved another amount' from (
        select payment_id, 'market:refund-ours' as reason, platform_amount as amount from solana_refund where payout_id is not null
        union all select payment_id, 'market:refund-payables', seller_amount from solana_refund where seller_payout_id is not null
      ) d
      full join (
        select call_id, reason, sum(amount) as amount from transfer where reason in ('market:refund-ours', 'market:refund-payables') group by call_id, reason
      ) m on m.call_id = d.payment_id and m.reason = d.reason
      where d.amount is distinct from m.amount
      union all
      select p.id, 'it is refunded, or its payment is, but not both' from purchase p
      where p.rail = 'solana' and (p.status = 'refunded') <> exists (
        select from solana_refund r join solana_payment y on y.id = r.payment_id
        where r.purchase_id = p.id and y.verdict = 'pays' and y.state <> 'gone' and r.settled_at is not null)`,
  },
  {
    id: 'I57',
    what: 'A purchase is wrapped once at a time, by a mint of its own; its licence is held by whoever claimed it last with the token, who has the only valid key, and else by its buyer.',
    guards: [
      { kind: 'trigger', table: 'wrap', name: 'wrap_allowed' },
      { kind: 'trigger', table: 'wrap', name: 'wrap_kept' },
      { kind: 'trigger', table: 'wrap', name: 'wrap_stays' },
      { kind: 'trigger', table: 'wrap_claim', name: 'wrap_claim_of_token' },
      { kind: 'trigger', table: 'wrap_claim', name: 'wrap_claim_moves' },
      { kind: 'trigger', table: 'wrap_claim', name: 'wrap_claim_kept' },
      { kind: 'trigger', table: 'resale_offer', name: 'resale_offer_unwrapped' },
      { kind: 'trigger', table: 'license_holder', name: 'license_holder_of_claim' },
      { kind: 'trigger', table: 'license_holder', name: 'license_holder_stays' },
      { kind: 'index', table: 'wrap', name: 'wrap_one_live' },
      { kind: 'index', table: 'wrap', name: 'wrap_mint_key' },
      { kind: 'index', table: 'wrap_claim', name: 'wrap_claim_once' },
      { kind: 'constraint', table: 'wrap', name: 'wrap_minted' },
    ],
    broken: `
      select w.purchase_id, 'it is wrapped twice at once' as why from wrap w where w.state in ('requested', 'minting', 'wrapped')
      group by w.purchase_id having count(*) > 1
      union all
      select min(w.purchase_id::text)::uuid, 'a mint is of several wraps' from wrap w where w.mint is not null group by w.mint having count(*) > 1
      union all
      select w.purchase_id, 'it is a token without a mint' from wrap w where w.state in ('minting', 'wrapped', 'unwrapped') and w.mint is null
      union all
      select coalesce(h.purchase_id, c.purchase_id), 'its licence is held by somebody else than whoever claimed it last' from license_holder h
      full join (select distinct on (purchase_id) purchase_id, user_id from wrap_claim order by purchase_id, generation desc) c on c.purchase_id = h.purchase_id
      where h.user_id is distinct from c.user_id
      union all
      select c.purchase_id, 'a key of an earlier holder is valid' from (select purchase_id, max(generation) as generation from wrap_claim group by purchase_id) c
      left join license l on l.purchase_id = c.purchase_id where l.generation is null or l.generation < c.generation
      union all
      select c.purchase_id, 'an activation of an earlier holder goes on' from (select purchase_id, max(created_at) as at from wrap_claim group by purchase_id) c
      join license_activation a on a.purchase_id = c.purchase_id and a.ended_at is null and a.created_at < c.at
      union all
      select o.purchase_id, 'it is wrapped and offered for resale' from resale_offer o where o.state = 'active' and purchase_is_wrapped(o.purchase_id)
      union all
      select w.purchase_id, 'it is wrapped and was resold' from wrap w join purchase p on p.id = w.purchase_id
      where w.state in ('requested', 'minting', 'wrapped') and p.resold_as is not null
      union all
      select c.purchase_id, 'it was claimed by the token of another purchase' from wrap_claim c join wrap w on w.id = c.wrap_id
      where w.purchase_id <> c.purchase_id`,
  },
  {
    id: 'I54',
    what: 'A win of an auction has one purchase at the price of its bid, and is paid exactly while that is; a bid that is held is held once, at its amount, until it is released.',
    guards: [
      { kind: 'trigger', table: 'purchase', name: 'purchase_pays_win' },
      { kind: 'trigger', table: 'purchase', name: 'purchase_keeps_rail' },
      { kind: 'index', table: 'purchase', name: 'purchase_one_win' },
      { kind: 'index', table: 'purchase', name: 'purchase_one_buy_now' },
      { kind: 'constraint', table: 'auction', name: 'auction_paid_when' },
      { kind: 'constraint', table: 'auction', name: 'auction_sold_to_somebody' },
    ],
    broken: `
      select a.listing_id as id, 'it is paid, or its purchase is, but not both' as why from auction a
      where (a.paid_at is not null) <> exists (
        select from purchase p where p.listing_id = a.listing_id and p.kind = 'auction_win' and p.buyer_id = a.winner_id
          and p.bid_id is not distinct from a.winning_bid_id and p.paid_at is not null)
      union all
      select p.id, 'it is not what was bid' from purchase p join bid b on b.id = p.bid_id
      where (p.price_cents, p.buyer_id, p.listing_id) is distinct from (b.amount_cents, b.bidder_id, b.listing_id)
      union all
      select b.id, 'it is not held as it says' from bid b
      left join transfer h on h.call_id = b.id and h.kind = 'hold' left join transfer r on r.hold_id = h.id
      where b.held_account_id is not null and (h.id is null or (r.id is not null) <> (b.released_at is not null)
        or (h.account_id, h.amount) is distinct from (b.held_account_id, b.amount_cents::bigint * ${MICRO_USDC_PER_CENT}))`,
  },
]
