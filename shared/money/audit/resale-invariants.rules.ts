import { MICRO_USDC_PER_CENT } from '#shared/lib/micro-usdc.ts'

import type { Invariant } from './invariant.ts'

/** The invariants of licences that are sold on. */
export const resaleInvariants: readonly Invariant[] = [
  {
    id: 'I65',
    what: 'Every licence has exactly one holder: a purchase whose licence moved has one sale of it that stands, made by its holder through an offer, and no seat in use.',
    guards: [
      { kind: 'trigger', table: 'purchase', name: 'purchase_begins_resale' },
      { kind: 'trigger', table: 'purchase', name: 'purchase_moves_license' },
      { kind: 'trigger', table: 'purchase', name: 'purchase_keeps_resale' },
      { kind: 'trigger', table: 'purchase', name: 'purchase_ends_offer' },
      { kind: 'trigger', table: 'resale_offer', name: 'resale_offer_kept' },
      { kind: 'trigger', table: 'resale_offer', name: 'resale_offer_stays' },
      { kind: 'index', table: 'resale_offer', name: 'resale_offer_one_active' },
      { kind: 'constraint', table: 'resale_offer', name: 'resale_offer_sold' },
    ],
    broken: `
      select h.id as purchase_id, 'its licence moved, and no sale of it stands' as why from purchase h
      left join purchase n on n.id = h.resold_as left join resale_offer o on o.id = n.resale_offer_id
      where h.resold_as is not null and ((o.purchase_id, o.state, o.sale_id, n.seller_id) is distinct from (h.id, 'sold', n.id, h.buyer_id)
        or n.paid_at is null or (n.status = 'refunded' and n.resold_as is null))
      union all
      select n.id, 'another holds the licence that it bought' from purchase n
      left join resale_offer o on o.id = n.resale_offer_id left join purchase h on h.id = o.purchase_id
      where n.kind = 'resale' and n.status in ('paid', 'partially_refunded', 'disputed') and h.resold_as is distinct from n.id
      union all
      select o.id, 'its sale is not the one that it says' from resale_offer o left join purchase n on n.id = o.sale_id
      where o.state = 'sold' and (n.resale_offer_id is distinct from o.id or n.price_cents <> o.price_cents)
      union all
      select a.purchase_id, 'a licence that moved is in use' from license_activation a join purchase h on h.id = a.purchase_id
      where a.ended_at is null and h.resold_as is not null`,
  },
  {
    id: 'I66',
    what: 'Every royalty of a resale was paid on chain, or is a payable of the maker, until the resale is refunded.',
    guards: [],
    broken: `
      select p.id as purchase_id, p.royalty_cents, 'it is no payable of the maker' as why from purchase p
      where p.kind = 'resale' and p.rail in ('prepaid', 'x402', 'card') and p.paid_at is not null
        and coalesce((select sum(y.amount) from payable y
          where y.purchase_id = p.id and y.source = 'royalty' and y.seller_id = p.royalty_to and y.state <> 'canceled'), 0) <> case
            when p.status = 'refunded' and exists (select from transfer t where t.call_id = p.id and t.reason = 'market:refund-royalty') then 0
            else p.royalty_cents::bigint * ${MICRO_USDC_PER_CENT} end
      union all
      select p.id, p.royalty_cents, 'the ledger moved another amount' from purchase p
      where p.kind = 'resale' and p.rail in ('prepaid', 'x402', 'card') and p.paid_at is not null
        and coalesce((select sum(t.amount) from transfer t where t.call_id = p.id and t.reason = 'market:royalty'), 0)
          <> p.royalty_cents::bigint * ${MICRO_USDC_PER_CENT}
      union all
      select p.id, p.royalty_cents, 'no leg of the order pays it' from purchase p join solana_order o on o.purchase_id = p.id
      where p.kind = 'resale' and p.rail = 'solana' and p.royalty_cents <>
        coalesce((select sum((leg->>'cents')::int) from jsonb_array_elements(o.legs) as leg where leg->>'role' = 'royalty'), 0)
      union all
      select p.id, p.royalty_cents, 'it is not the share that the terms say' from purchase p
      where p.royalty_cents <> case when p.kind = 'resale' then (p.price_cents::bigint * p.royalty_bps / 10000)::int else 0 end
        or (p.royalty_cents > 0) <> (p.royalty_to is not null)`,
  },
]
