import type { PoolClient } from 'pg'

import { Refusal } from '#shared/errors.ts'

import type { AuctionChanges, ListingRef } from '../listings/listing-extensions.ts'
import { MOST_EXTENSION_HOURS } from './auction.rules.ts'
import { clockOf, mergeTerms, refuseNonsense } from './auction-terms.ts'
import { closeAuctions } from './close-auctions.ts'
import { lockAuction, type LockedAuction } from './lock-auction.ts'

/**
 * Stores or changes the terms of an auction inside the caller's transaction, with its listing locked. Returns the start
 * price in cents. On a live auction without bids, its start and end change too. Throws 422 for inconsistent terms and
 * 409 `conflict` once there is a bid.
 */
export async function setAuction(
  tx: PoolClient,
  { id }: ListingRef,
  sent: AuctionChanges,
  isNew: boolean,
): Promise<number> {
  await closeAuctions(tx, [id])
  const { auction: old, moment } = await lockAuction(tx, id)
  if (isBound(old)) throw boundByBids()
  const terms = mergeTerms(isNew ? undefined : old, sent)
  const startedAt = old?.state === 'open' ? old.starts : null
  refuseNonsense(terms, moment, startedAt)
  await tx.query(STORE, [
    id,
    terms.start_price_cents,
    terms.reserve_cents,
    terms.buy_now_cents,
    terms.wanted_start,
    terms.wanted_end,
    terms.duration_hours,
  ])
  if (old?.state === 'open') {
    const { startsAt, endsAt } = clockOf(terms, moment, startedAt)
    await tx.query(RESTART, [id, startsAt, endsAt])
  }
  return terms.start_price_cents
}

/** Whether an auction has a binding bid or was sold. */
export const isBound = (auction: Pick<LockedAuction, 'state' | 'bid_count'> | undefined): boolean =>
  auction?.state === 'sold' || (auction?.state === 'open' && auction.bid_count > 0)

/** 409 for changing an auction that has a binding bid or was sold. */
export const boundByBids = () =>
  new Refusal('conflict', 'Somebody has a bid on this auction; it stays as it is.', {
    fix: { action: 'Wait until the auction has ended.' },
  })

const inTime = (parameter: string) => `to_timestamp(${parameter}::float8 / 1000)`

const STORE = `
insert into auction (listing_id, start_price_cents, reserve_cents, buy_now_cents, wanted_start_at, wanted_end_at, duration_hours)
values ($1, $2, $3, $4, ${inTime('$5')}, ${inTime('$6')}, $7)
on conflict (listing_id) do update set start_price_cents = excluded.start_price_cents,
  reserve_cents = excluded.reserve_cents, buy_now_cents = excluded.buy_now_cents,
  wanted_start_at = excluded.wanted_start_at, wanted_end_at = excluded.wanted_end_at,
  duration_hours = excluded.duration_hours`

const RESTART = `
update auction set starts_at = ${inTime('$2')}, ends_at = ${inTime('$3')},
  latest_end_at = ${inTime('$3')} + interval '${MOST_EXTENSION_HOURS} hours', planned_for = null where listing_id = $1`
