import type { Pool as PgPool } from 'pg'
import { uuidv7 } from 'uuidv7'

import { isoUtc } from '#shared/db/iso-utc.ts'
import type { Db } from '#shared/db/open-db.ts'
import { isOutage } from '#shared/db/outage.ts'
import { retryConflicts } from '#shared/db/retry-conflicts.ts'
import { Refusal } from '#shared/errors.ts'
import { MicroBatcher } from '#shared/lib/concurrency/micro-batcher.ts'

import { FEE_TIERS } from '../listings/listing-options.rules.ts'
import { owesRefundSql } from '../owes-refund.ts'
import { publicId, uuidOf } from '../public-id.ts'
import type { Actor } from '../users/actor.ts'
import { seenCredentials, SENT_CREDENTIAL, sentCredential } from '../users/kept-actors.ts'
import { openedPurchase } from './open-sale.ts'
import { priceChanged, readTerms } from './sale-terms.ts'

/** A claim: the purchase as it was just written, or the UUID of one that was made before. */
export type Claim = { claimed: ClaimedRow } | { earlier: string }

/** What a claim that was just written froze of its listing. Times are ISO 8601, UTC. */
export type ClaimedRow = {
  id: string
  buyer_id: string
  listing_id: string
  listing_version: number
  listing_title: string
  seller_id: string
  license_id: string
  refund_days: number
  resale_allowed: boolean
  royalty_bps: number
  delivery_form: 'hosted' | 'link' | 'by_seller'
  delivery_status: 'delivered' | 'awaiting'
  content_sha256: string | null
  at: string
  refundable_until: string | null
}

/** Statements at once: one is prepared while another is written. */
const AT_ONCE = 2
/** Milliseconds for which a claim waits for others that come with it, after claims came together. */
const GATHER_MS = 2

/** Gives a free listing to an actor. `freshActor` looks the actor's credential up anew, and throws when it has ended. */
export type ClaimFree = (actor: Actor, listingId: string, freshActor: () => Promise<Actor>) => Promise<Claim>

/**
 * Returns a function that gives a free listing to an actor, delivered at once: the same purchase each time. Claims that
 * arrive together share a statement, which looks at credential and listing itself, so the actor may be some seconds old.
 * It throws what `freshActor` and reading the terms throw, 402 for a listing that costs, and 409 `price_changed` when its
 * terms change while it is claimed.
 */
export function freeClaims(db: Pick<Db, 'pg'>): ClaimFree {
  const claims = new MicroBatcher<Sent, ClaimedRow | null>((batch) => retryConflicts(() => claimAll(db.pg, batch)), {
    batchPerTick: true,
    concurrency: AT_ONCE,
    gatherMs: GATHER_MS,
    failsWholeBatch: isOutage,
  })
  const claim = (actor: Actor, listingId: string) =>
    claims.add({ id: uuidv7(), listing_id: listingId, ...sentCredential(actor) })

  return async (actor, listingId, freshActor) => {
    const { pg } = db
    const uuid = uuidOf('lst', listingId)
    const claimed = uuid === null ? null : await claim(actor, uuid)
    if (claimed !== null) return { claimed }
    const fresh = await freshActor()
    const terms = await readTerms(pg, fresh, listingId).catch((error: unknown) => error as Error)
    // Whoever took it while it was free keeps it, whatever became of the listing.
    const earlier = await readClaimed(pg, fresh, uuid)
    if (earlier !== null) return { earlier }
    if (terms instanceof Error) throw terms
    if (terms.price_cents > 0) throw costs(terms.listing_id, terms.price_cents)
    // It was not to be had a moment ago, and is now.
    const again = await claim(fresh, terms.listing_id)
    if (again !== null) return { claimed: again }
    const twin = await readClaimed(pg, fresh, terms.listing_id)
    if (twin === null) throw priceChanged(0, (await readTerms(pg, fresh, listingId)).price_cents)
    return { earlier: twin }
  }
}

type Sent = { id: string; listing_id: string } & ReturnType<typeof sentCredential>

async function claimAll(pg: PgPool, batch: readonly Sent[]): Promise<(ClaimedRow | null)[]> {
  // SQL: the statement that gives it away looks at listing and credential too, and is shared by claims that come together.
  const { rows } = await pg.query<ClaimedRow>({
    name: 'purchase-free',
    text: CLAIM,
    values: [JSON.stringify(batch)],
  })
  const written = new Map(rows.map((row) => [row.id, row]))
  return batch.map(({ id }) => written.get(id) ?? null)
}

async function readClaimed(pg: PgPool, { userId }: Actor, listingId: string | null): Promise<string | null> {
  if (listingId === null) return null
  // SQL: one prepared statement behind a claim that wrote nothing.
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

/** SQL: the fee tier of a seller with these lifetime sales, as feePreview has it. */
const feeBpsSql = (salesCents: string): string =>
  `case ${FEE_TIERS.map(({ below_lifetime_cents: below, fee_bps: bps }) =>
    below === null ? `else ${bps}` : `when ${salesCents} < ${below} then ${bps}`,
  ).join(' ')} end`

// A listing is given away at the terms it has in this very statement: nothing that was read before is passed on. Each row is
// looked up by its key, and filtered afterwards: a plan that begins with the free listings would read all of them.
const CLAIM = `
with asked as materialized (select * from jsonb_to_recordset($1::jsonb) as a(id uuid, listing_id uuid, ${SENT_CREDENTIAL})),
${seenCredentials('buy')},
free as materialized (
  select a.id, l.id as listing_id, l.version as listing_version, l.owner_id as seller_id, a.user_id as buyer_id, l.title, 'free' as kind,
    case when l.content_sha256 is not null then 'hosted' when l.delivery_url is not null then 'link' else 'by_seller' end as delivery_form,
    case when l.content_sha256 is null and l.delivery_url is null then 'awaiting' else 'delivered' end as delivery_status, 'free' as rail,
    0 as price_cents, ${feeBpsSql('coalesce(s.sales_cents, 0)')} as fee_bps, 0 as fee_cents, 0 as seller_cents, l.royalty_bps, 0 as royalty_cents,
    null::uuid as royalty_to, null::uuid as resale_offer_id, l.license_id, l.refund_days, l.resale_allowed, l.content_sha256,
    case when l.content_sha256 is null then l.delivery_url end as delivery_url,
    null::bigint as payer_account_id, null::text as payer_network, null::text as payer_wallet
  from seen a
    cross join lateral (
      select id, version, owner_id, title, content_sha256, delivery_url, royalty_bps, license_id, refund_days, resale_allowed, is_shown, price_cents, listing_type
      from listing where id = a.listing_id offset 0
    ) l
    cross join lateral (select account_id from market_user where id = a.user_id offset 0) b
    cross join lateral (select account_id from market_user where id = l.owner_id offset 0) o
    left join seller_stat s on s.user_id = l.owner_id
  where a.is_live and l.is_shown and l.price_cents = 0 and l.listing_type = 'fixed' and o.account_id <> b.account_id and not ${owesRefundSql('l.owner_id')}
  order by a.id
),
${openedPurchase('free')}
select o.id, o.buyer_id, o.listing_id, o.listing_version, f.title as listing_title, o.seller_id, o.license_id, o.refund_days, o.resale_allowed, o.royalty_bps,
  o.delivery_form, o.delivery_status, o.content_sha256, (select ${isoUtc('now()')}) as at, ${isoUtc('o.refundable_until')} as refundable_until
from opened o join free f on f.id = o.id`
