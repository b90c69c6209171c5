import type { Pool as PgPool } from 'pg'
import { uuidv7 } from 'uuidv7'

import { Refusal } from '#shared/errors.ts'

import { publicId, uuidOf } from '../public-id.ts'
import type { Actor } from '../users/actor.ts'
import { openedSale, saleRow, SENT_SALE } from './open-sale.ts'
import { priceChanged, readTerms } from './sale-terms.ts'

/** A claim: the purchase as it was just written, or the UUID of one that was made before. */
export type Claim = { claimed: ClaimedRow } | { earlier: string }

/** The columns of a purchase, with the title of its listing. */
export type ClaimedRow = Record<string, unknown> & { listing_title: string }

/**
 * Gives a free listing to the actor, delivered at once: the same purchase each time. Throws what reading the terms
 * throws, 402 for a listing that costs, and 409 `price_changed` when its terms change while it is claimed.
 */
export async function claimFree(pg: PgPool, actor: Actor, listingId: string): Promise<Claim> {
  const terms = await readTerms(pg, actor, listingId).catch((error: unknown) => error as Error)
  if (terms instanceof Error || terms.price_cents > 0) {
    // Whoever took it while it was free keeps it, whatever became of the listing.
    const earlier = await readClaimed(pg, actor, uuidOf('lst', listingId))
    if (earlier !== null) return { earlier }
    throw terms instanceof Error ? terms : costs(terms.listing_id, terms.price_cents)
  }
  const id = uuidv7()
  const row = saleRow({ id, terms, buyerId: actor.userId, rail: 'free' })
  // SQL: the statement that gives it away looks at the listing too.
  const { rows } = await pg.query<ClaimedRow>({ name: 'purchase-free', text: CLAIM, values: [row] })
  const [claimed] = rows
  if (claimed !== undefined) return { claimed }
  const twin = await readClaimed(pg, actor, terms.listing_id)
  if (twin === null) throw priceChanged(0, (await readTerms(pg, actor, listingId)).price_cents)
  return { earlier: twin }
}

async function readClaimed(pg: PgPool, { userId }: Actor, listingId: string | null): Promise<string | null> {
  // SQL: one prepared statement in front of every claim.
  const { rows } = await pg.query<{ id: string }>({
    name: 'purchase-free-read',
    text: CLAIMED,
    values: [listingId, userId],
  })
  return rows[0]?.id ?? null
}

const costs = (listingId: string, cents: number) =>
  new Refusal('payment_required', `This listing costs ${cents} cent${cents === 1 ? '' : 's'}.`, {
    fix: {
      action: 'Buy it with a prepaid key or by x402.',
      method: 'POST',
      path: `/api/purchases/x402/${publicId('lst', listingId)}`,
    },
    extra: { price_cents: cents },
  })

const CLAIMED = `select id from purchase where listing_id = $1::uuid and buyer_id = $2::uuid and rail = 'free'`

// The listing is looked at in the statement that gives it away: a price set meanwhile is not passed over.
const CLAIM = `
with ${SENT_SALE},
free as (
  select s.* from sale s join listing l on l.id = s.listing_id
  where l.is_shown and l.price_cents = 0 and l.version = s.listing_version and l.listing_type = 'fixed'
),
${openedSale('free')}
select o.*, l.title as listing_title from opened o join listing l on l.id = o.listing_id`
