import { randomBytes } from 'node:crypto'

import type { Pool as PgPool } from 'pg'
import { uuidv7 } from 'uuidv7'

import { isoUtc } from '#shared/db/iso-utc.ts'
import { toBase58 } from '#shared/lib/crypto/base58.ts'

import { publicId } from '../public-id.ts'
import { notPayable, type OpenedOrder, type SaleCurrency } from '../purchases/open-sale-order.ts'
import type { OrderLeg } from '../solana/solana-order.entity.ts'

type Wish = { purchaseId: string; expiresAt: Date; currency: SaleCurrency; platformWallet: string }

/**
 * Opens the order by which a win is paid on Solana in a currency, or returns the one that is there: a purchase has one of
 * each. Throws 409 `seller_not_payable` without a proved wallet of the seller.
 */
export async function openWinOrder(pg: PgPool, wish: Wish): Promise<OpenedOrder & { orderId: string }> {
  const { purchaseId, expiresAt, currency, platformWallet } = wish
  const memo = `farebox ${publicId('pur', purchaseId)} ${currency}`
  const values = [uuidv7(), purchaseId, currency, platformWallet, toBase58(randomBytes(32)), memo]
  // SQL: of two requests at once, one opens it and both read it.
  const { rows } = await pg.query<Row>({ name: 'auction-win-order', text: OPEN, values })
  const [row] = rows
  if (row === undefined) throw notPayable()
  return { orderId: row.id, purchaseId, expiresAt, legs: row.legs, reference: row.reference, memo: row.memo }
}

type Row = { id: string; legs: OrderLeg[]; reference: string; memo: string; expires_at: string }

const OPEN = `
insert into solana_order (id, purchase_id, currency, legs, reference, memo, expires_at, look_at)
select $1::uuid, p.id, $3, (
    select jsonb_agg(jsonb_build_object('role', l.role, 'wallet', l.wallet, 'cents', l.cents)) from (values
      ('seller', u.proved_wallet, p.seller_cents), ('platform', $4::text, p.fee_cents)) as l(role, wallet, cents) where l.cents > 0
  ), $5, $6, p.expires_at, now() + interval '2 seconds'
from purchase p join market_user u on u.id = p.seller_id where p.id = $2::uuid and u.proved_wallet is not null
on conflict (purchase_id, currency) do update set look_at = now() + interval '2 seconds'
returning id, legs, reference, memo, ${isoUtc('expires_at')} as expires_at`
