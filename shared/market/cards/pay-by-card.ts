import type { ClientBase } from 'pg'
import { uuidv7 } from 'uuidv7'

import { LEDGER } from '#shared/calls/ledger-accounts.ts'
import { MICRO_USDC_PER_CENT } from '#shared/lib/micro-usdc.ts'

import { splitSale } from '../purchases/open-sale.ts'
import { ensureShareAccounts } from '../purchases/seller-account.ts'

/**
 * Books a card payment that came in, in one statement on the locked purchase: it pays the purchase, also late while its
 * terms still stand, and splits the price; else it is `surplus`, and a refund of it is asked for. The seller's share waits
 * `holdDays` at least. Once is enough: a payment that was booked is not booked again.
 */
export async function payByCard(
  tx: ClientBase,
  {
    purchaseId,
    sellerId,
    royaltyTo,
    holdDays,
  }: { purchaseId: string; sellerId: string; royaltyTo: string | null; holdDays: number },
): Promise<void> {
  await ensureShareAccounts(tx, { seller_id: sellerId, royalty_to: royaltyTo })
  // SQL: a decision about money is one statement.
  await tx.query({ name: 'card-pay', text: PAY, values: [purchaseId, holdDays, uuidv7()] })
}

const PAY = `
with payment as materialized (select * from card_payment where purchase_id = $1::uuid and state = 'open' for update),
judged as materialized (
  select p.*, c.amount_cents, case
      when p.status not in ('pending', 'failed', 'expired') then 'purchase_' || p.status
      when p.kind = 'auction_win' then case when not win_stands(p.id) then 'win_lapsed' end
      when p.kind = 'resale' then case when not resale_stands(p.id) then 'offer_gone' end
      when p.status <> 'expired' then null
      when p.kind <> 'fixed' or not exists (
        select from listing l where l.id = p.listing_id and l.is_shown and l.version = p.listing_version and l.price_cents = p.price_cents
          and l.listing_type = 'fixed') then 'late'
    end as surplus
  from payment c join purchase p on p.id = c.purchase_id
),
opened as (
  update purchase p set status = 'paid', rail = 'card', currency = 'usd', paid_at = now(), updated_at = now(),
    delivery_status = case when p.delivery_form = 'by_seller' then 'awaiting' else 'delivered' end,
    delivered_at = case when p.delivery_form <> 'by_seller' then now() end,
    refundable_until = case when p.delivery_form <> 'by_seller' then now() + make_interval(days => p.refund_days) end
  from judged j where p.id = j.id and j.surplus is null returning p.*
),
last as materialized (select coalesce(max(nth), 0) as nth from purchase_event where purchase_id = $1::uuid),
timeline as (
  insert into purchase_event (purchase_id, nth, event, actor, status, delivery_status)
  select o.id, l.nth + 1, 'paid', 'platform', o.status, 'none' from opened o, last l
  union all
  select o.id, l.nth + 2, case o.delivery_status when 'awaiting' then 'delivery_awaited' else 'delivered' end, 'platform', o.status, o.delivery_status
  from opened o, last l
  union all
  select j.id, l.nth + 1, 'card_surplus', 'platform', j.status, j.delivery_status from judged j, last l where j.surplus is not null
),
booked as (
  update card_payment c set state = case when j.surplus is null then 'paid' else 'surplus' end, received_cents = c.amount_cents,
    hold_until = now() + make_interval(days => $2::int), look_at = null
  from judged j where c.purchase_id = j.id returning c.purchase_id, c.state, c.amount_cents, c.hold_until
),
owed as (
  insert into payable (id, purchase_id, source, seller_id, amount, currency, due_at)
  select o.id, o.id, 'listing', o.seller_id, o.seller_cents::bigint * ${MICRO_USDC_PER_CENT}, 'usdc',
    case when o.refundable_until is not null then greatest(o.refundable_until, b.hold_until) end
  from opened o, booked b where o.seller_cents > 0
),
given_back as (
  insert into card_refund (id, purchase_id, amount_cents, asked_by, reason)
  select $3::uuid, b.purchase_id, b.amount_cents, 'platform', j.surplus from booked b, judged j where b.state = 'surplus'
),
came as (
  insert into transfer (kind, call_id, account_id, amount, reason)
  select 'single', purchase_id, case state when 'paid' then ${LEDGER.marketClearing} else ${LEDGER.cardSurplus} end,
    amount_cents::bigint * ${MICRO_USDC_PER_CENT}, case state when 'paid' then 'market:card' else 'market:card-surplus' end
  from booked returning id, account_id, amount
),
came_entries as (
  insert into entry (transfer_id, account_id, amount)
  select id, account_id, amount from came union all select id, ${LEDGER.cardProcessor}, -amount from came
),
${splitSale('(select greatest(o.refundable_until, b.hold_until) from booked b where b.purchase_id = o.id)')}
select state from booked`
