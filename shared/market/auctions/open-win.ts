import type { Pool as PgPool } from 'pg'
import { uuidv7 } from 'uuidv7'

import { isoUtc } from '#shared/db/iso-utc.ts'

import { PENDING_MINUTES, type SaleCurrency, tooMany } from '../purchases/open-sale-order.ts'
import { hasRoomSql } from '../purchases/pending-room.ts'
import { lapsed, type Win } from './read-win.ts'

type Wish = {
  win: Win
  buyer: { userId: string; accountId: string }
  rail: 'solana' | 'card'
  currency: SaleCurrency | 'usd'
}

/**
 * Opens the pending purchase of a win, or takes the one that is there over to this rail: a winning bid has one purchase,
 * payable until `pay_until` of its auction. What is bought at once is decided when it is paid, and its purchase lives
 * PENDING_MINUTES. Throws 409 `win_lapsed` when the auction moved on meanwhile, and `too_many_pending`.
 */
export async function openWin(pg: PgPool, wish: Wish): Promise<{ purchaseId: string; expiresAt: Date }> {
  const { win, buyer, rail, currency } = wish
  const sale = { id: uuidv7(), ...win.terms, buyer_id: buyer.userId, bid_id: win.bidId, rail, currency }
  const open = { name: 'auction-win-open', text: OPEN, values: [JSON.stringify(sale), buyer.accountId] }
  // SQL: finding the pending one and opening another is one statement with the auction locked.
  let { rows } = await pg.query<Row>(open)
  if (rows[0]?.verdict === 'twin') {
    // SQL: as above; the twin that was opened while this waited for the lock is there now.
    ;({ rows } = await pg.query<Row>(open))
  }
  const [row] = rows
  if (row?.verdict === 'too_many') throw tooMany()
  if (row?.id === undefined || row.id === null || row.expires_at === null) throw lapsed()
  return { purchaseId: row.id, expiresAt: new Date(row.expires_at) }
}

type Row = { verdict: 'opened' | 'lapsed' | 'too_many' | 'twin'; id: string | null; expires_at: string | null }

const OPEN = `
with sale as materialized (select * from jsonb_populate_record(null::purchase, $1::jsonb)),
auctioned as materialized (select a.* from auction a join sale s on a.listing_id = s.listing_id for update of a),
judged as materialized (
  select case when s.bid_id is not null then a.pay_until else now() + interval '${PENDING_MINUTES} minutes' end as until,
    a.paid_at is null and a.paused_at is null and case when s.bid_id is not null
      then a.state = 'sold' and a.winning_bid_id = s.bid_id and a.winner_id = s.buyer_id and a.pay_until > clock_timestamp()
      else a.state = 'open' and a.bid_count = 0 and a.buy_now_cents = s.price_cents and a.ends_at > clock_timestamp() end as stands,
    s.bid_id is not null or ${hasRoomSql('$2::uuid', 'solana')} as has_room
  from auctioned a, sale s
),
found as materialized (
  select p.id, p.status from purchase p join sale s on p.listing_id = s.listing_id and p.buyer_id = s.buyer_id and p.bid_id is not distinct from s.bid_id
  where p.kind = 'auction_win' and (p.status = 'pending' or (s.bid_id is not null and p.status in ('failed', 'expired'))) for update of p
),
reused as (
  update purchase p set rail = s.rail, currency = s.currency, expires_at = greatest(p.expires_at, j.until), updated_at = now()
  from found f, sale s, judged j where p.id = f.id and j.stands returning p.id, p.expires_at
),
opened as (
  insert into purchase (id, listing_id, listing_version, seller_id, buyer_id, kind, bid_id, status, delivery_status, rail, currency, price_cents, fee_bps,
    fee_cents, seller_cents, royalty_bps, license_id, refund_days, resale_allowed, delivery_form, content_sha256, delivery_url, expires_at)
  select s.id, s.listing_id, s.listing_version, s.seller_id, s.buyer_id, 'auction_win', s.bid_id, 'pending', 'none', s.rail, s.currency, s.price_cents, s.fee_bps,
    s.fee_cents, s.seller_cents, s.royalty_bps, s.license_id, s.refund_days, s.resale_allowed, s.delivery_form, s.content_sha256, s.delivery_url, j.until
  from sale s, judged j where j.stands and j.has_room and not exists (select from found)
  on conflict do nothing returning id, expires_at, status, delivery_status
),
timeline as (
  insert into purchase_event (purchase_id, nth, event, actor, status, delivery_status) select id, 1, 'opened', 'buyer', status, delivery_status from opened
)
select 'opened' as verdict, r.id, ${isoUtc('r.expires_at')} as expires_at from (select id, expires_at from reused union all select id, expires_at from opened) r
union all
select case when not j.stands then 'lapsed' when not j.has_room then 'too_many' else 'twin' end, null, null from judged j
where not exists (select from reused) and not exists (select from opened)`
