import { Client } from 'pg'

const PURCHASES = 1_000_000
const USERS = 1_000

const uuid = (n: string, kind: string) => `('01900000-0000-7000-8${kind}-' || lpad(to_hex(${n}), 12, '0'))::uuid`
/** The seller of every purchase, and a buyer of a thousand of them. */
export const SELLER = '01900000-0000-7000-8001-000000000001'
export const BUYER = '01900000-0000-7000-8001-000000000002'

/**
 * Fills a migrated database as it stands after a million sales of one seller, made over a year to 999 buyers: purchases,
 * what they were owed, paid out in a payout for each day, and the daily totals that triggers would have kept. The ledger
 * stays empty.
 */
export async function fillWithAMillionPurchases(databaseUrl: string): Promise<void> {
  const client = new Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    for (const statement of STATEMENTS) await client.query(statement)
  } finally {
    await client.end()
  }
}

const STATEMENTS = [
  `set session_replication_role = replica`,
  `insert into market_user (id, account_id, username, skeleton, email, created_at)
   select ${uuid('n', '001')}, ${uuid('n', '001')}, 'user' || n, 'user' || n, 'user' || n || '@mail.example', now() from generate_series(1, ${USERS}) n`,
  `insert into listing (id, owner_id, slug, status, published_at, title, summary, description, category, listing_kind, listing_type, price_cents, delivery_url)
   select ${uuid('n', '002')}, '${SELLER}', 'sold-' || n, 'live', now(), 'Sold ' || n, '', '', 'coding', 'skill', 'fixed', 500, 'https://seller.example/x' from generate_series(1, 100) n`,
  `insert into purchase (id, listing_id, listing_version, seller_id, buyer_id, kind, status, delivery_status, rail, currency, price_cents, fee_bps, fee_cents,
     seller_cents, royalty_bps, license_id, refund_days, resale_allowed, delivery_form, delivery_url, paid_at, delivered_at, refundable_until, created_at, updated_at)
   select ${uuid('n', '003')}, ${uuid('1 + n % 100', '002')}, 1, '${SELLER}', ${uuid(`2 + n % ${USERS - 1}`, '001')}, 'fixed', 'paid', 'delivered', 'prepaid', 'usdc', 500, 1500, 75,
     425, 0, 'personal', 0, false, 'link', 'https://seller.example/x', at, at, at, at, at
   from generate_series(1, ${PURCHASES}) n, lateral (select now() - interval '365 days' * (1 - n / ${PURCHASES}.0) as at) t`,
  `insert into payout (id, seller_id, amount, state, created_at, paid_at)
   select md5(paid_at::date::text)::uuid, seller_id, count(*) * 4250000, 'paid', max(paid_at), max(paid_at) from purchase group by paid_at::date, seller_id`,
  `insert into payable (id, purchase_id, source, seller_id, amount, currency, due_at, state, payout_id, created_at)
   select id, id, 'listing', seller_id, 4250000, 'usdc', paid_at, 'paid', md5(paid_at::date::text)::uuid, paid_at from purchase`,
  `insert into commerce_day (user_id, role, day, slot, opened, paid, delivered, gross_cents, fee_cents, net_cents)
   select seller_id, 'seller', paid_at::date, abs(hashtext(id::text) % 8), count(*), count(*), count(*), count(*) * 500, count(*) * 75, count(*) * 425
   from purchase group by 1, 2, 3, 4`,
  `insert into commerce_day (user_id, role, day, slot, opened, paid, delivered, gross_cents)
   select buyer_id, 'buyer', paid_at::date, 0, count(*), count(*), count(*), count(*) * 500 from purchase group by 1, 2, 3, 4`,
  `set session_replication_role = origin`,
  `vacuum analyze purchase, payable, payout, commerce_day, listing, market_user`,
]
