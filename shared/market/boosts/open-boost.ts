import { randomBytes } from 'node:crypto'

import type { Pool as PgPool } from 'pg'
import { uuidv7 } from 'uuidv7'

import { isoUtc } from '#shared/db/iso-utc.ts'
import { Refusal } from '#shared/errors.ts'
import { toBase58 } from '#shared/lib/crypto/base58.ts'

import { PRIORITY_SLOTS, type PRIORITY_TIERS } from '../listings/browse/priority-tiers.rules.ts'
import { publicId } from '../public-id.ts'
import { PENDING_MINUTES } from '../purchases/open-sale-order.ts'

export type BoostTier = (typeof PRIORITY_TIERS)[number]
export type OpenedBoost = { boostId: string; reference: string; memo: string; expiresAt: Date }

/**
 * Opens a pending boost of a listing with its order, or finds the one that waits for its payment. Throws 409
 * `slots_full` while all slots are taken, unless the listing has one: its boost then becomes longer.
 */
export async function openBoost(
  pg: PgPool,
  wish: { listingId: string; ownerId: string; tier: BoostTier; currency: 'usdc' | 'sol'; platformWallet: string },
): Promise<OpenedBoost> {
  const { listingId, ownerId, tier, currency, platformWallet } = wish
  const id = uuidv7()
  const memo = `farebox ${publicId('bst', id)}`
  const legs = JSON.stringify([{ role: 'platform', wallet: platformWallet, cents: tier.price_cents }])
  // SQL: finding the pending one, counting slots and opening another is one statement.
  const { rows } = await pg.query<{ id: string | null; reference: string; memo: string; expires_at: string }>({
    name: 'boost-open',
    text: OPEN,
    values: [
      id,
      listingId,
      ownerId,
      tier.id,
      currency,
      tier.hours,
      tier.price_cents,
      legs,
      toBase58(randomBytes(32)),
      memo,
    ],
  })
  const [row] = rows
  if (row === undefined)
    throw new Refusal('unavailable', 'This boost is just being opened or expiring.', {
      retryAfterS: 2,
      fix: { action: 'Send the request again in two seconds.' },
    })
  if (row.id === null)
    throw new Refusal('slots_full', `All ${PRIORITY_SLOTS} boosted places are taken; nothing was charged.`, {
      fix: {
        action: 'Read active of the meta: it says until when each is taken.',
        method: 'GET',
        path: '/api/listings/priority/meta',
      },
    })
  return { boostId: row.id, reference: row.reference, memo: row.memo, expiresAt: new Date(row.expires_at) }
}

const FOUND = `
select b.id, o.reference, o.memo, ${isoUtc('o.expires_at')} as expires_at from boost b join solana_order o on o.boost_id = b.id
where b.listing_id = $2::uuid and b.tier_id = $4 and b.currency = $5 and b.status = 'pending' and b.expires_at > now()`

const OPEN = `
with found as materialized (${FOUND}),
room as materialized (
  select count(*) filter (where l.id <> $2::uuid) < ${PRIORITY_SLOTS} as is_left from listing l where l.boosted_until > now()
),
opened as (
  insert into boost (id, listing_id, owner_id, tier_id, currency, hours, price_cents, expires_at)
  select $1::uuid, $2::uuid, $3::uuid, $4, $5, $6, $7, now() + interval '${PENDING_MINUTES} minutes'
  where not exists (select from found) and (select is_left from room) on conflict do nothing returning *
),
ordered as (
  insert into solana_order (id, boost_id, currency, legs, reference, memo, expires_at, look_at)
  select id, id, currency, $8::jsonb, $9, $10, expires_at, now() + interval '2 seconds' from opened returning *
)
select * from found
union all select id, reference, memo, ${isoUtc('expires_at')} from ordered
union all select null, null, null, null where not exists (select from found) and not (select is_left from room)`
