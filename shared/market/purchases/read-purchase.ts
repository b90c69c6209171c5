import type { Pool as PgPool } from 'pg'

import type { LicensedPurchase } from './find-purchase.ts'
import type { ClaimedRow } from './claim-free.ts'
import type { Purchase } from './purchase.entity.ts'
import { FACTS, type FactsRow, factsOf } from './purchase-facts.ts'
import { type PurchaseView, viewPurchase } from './purchase.view.ts'

/** Reads a purchase with its timeline, for whoever findLicensed admits. */
export async function readPurchase(
  pg: PgPool,
  { purchase, role }: Pick<LicensedPurchase, 'purchase' | 'role'>,
): Promise<PurchaseView> {
  // SQL: one prepared statement for all that the view shows, because buyers read a purchase again and again.
  const { rows } = await pg.query<{ facts: FactsRow }>({ name: 'purchase-facts', text: READ, values: [purchase.id] })
  const [row] = rows
  if (row === undefined) throw new Error(`the purchase ${purchase.id} is gone`)
  return viewPurchase(purchase, { role, ...factsOf(row.facts) })
}

const READ = `select ${FACTS} as facts from purchase p where p.id = $1::uuid`

/** The view of a purchase that was just claimed, from what the claim wrote alone. */
export function viewClaimed(row: ClaimedRow): PurchaseView {
  const at = new Date(row.at)
  const isAwaited = row.delivery_status === 'awaiting'
  // Safe: it has every column of the purchase that the view reads and the claim fills.
  const purchase = {
    id: row.id,
    listingId: row.listing_id,
    listingVersion: row.listing_version,
    sellerId: row.seller_id,
    buyerId: row.buyer_id,
    kind: 'free',
    status: 'paid',
    deliveryStatus: row.delivery_status,
    rail: 'free',
    currency: 'usdc',
    priceCents: 0,
    licenseId: row.license_id,
    refundDays: row.refund_days,
    resaleAllowed: row.resale_allowed,
    royaltyBps: row.royalty_bps,
    deliveryForm: row.delivery_form,
    contentSha256: row.content_sha256,
    refundedCents: 0,
    refundableUntil: row.refundable_until === null ? null : new Date(row.refundable_until),
    paidAt: at,
    deliveredAt: isAwaited ? null : at,
    createdAt: at,
    updatedAt: at,
  } as Purchase
  const timeline = [
    { at, event: 'bought', actor: 'buyer', reason: null },
    { at, event: isAwaited ? 'delivery_awaited' : 'delivered', actor: 'platform', reason: null },
  ] as const
  const facts = { role: 'buyer', title: row.listing_title, feedback: 'none', transaction: null, timeline } as const
  return viewPurchase(purchase, facts)
}
