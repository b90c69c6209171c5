import type { PoolClient } from 'pg'

import { invalidFields, Refusal } from '#shared/errors.ts'

import type { AuctionTerms, ListingRef } from '../listings/listing-parts.ts'
import { closeAuctions } from './close-auctions.ts'

/** Hours an auction runs unless its terms say, and at most. */
export const USUAL_HOURS = 72
const MOST_HOURS = 720
const HOUR_MS = 3_600_000

type Terms = {
  start_price_cents: number
  reserve_cents: number | null
  buy_now_cents: number | null
  wanted_start_at: Date | null
  wanted_end_at: Date | null
  duration_hours: number | null
}
type Stored = Terms & { state: string; bid_count: number; starts_at: Date | null; moment: Date }

/**
 * Stores the terms of an auction, or changes them, inside the caller's transaction that has the listing locked; answers
 * with the start price in cents. On a live auction without bids the clock changes with them. Throws 422 for terms that
 * make no sense and 409 `conflict` once there is a bid.
 */
export async function setAuction(
  tx: PoolClient,
  { id, status }: ListingRef,
  sent: Partial<AuctionTerms>,
  isNew: boolean,
): Promise<number> {
  await closeAuctions(tx, [id])
  const { rows } = await tx.query<Stored>(READ, [id])
  const [old] = rows
  const moment = old?.moment ?? (await clock(tx))
  if (old !== undefined && (old.state === 'sold' || (old.state === 'open' && old.bid_count > 0))) throw boundByBids()
  const terms = merged(isNew ? undefined : old, sent)
  refuseNonsense(terms, moment, status === 'live' ? (old?.starts_at ?? null) : null)
  const values = [
    id,
    terms.start_price_cents,
    terms.reserve_cents,
    terms.buy_now_cents,
    terms.wanted_start_at,
    terms.wanted_end_at,
    terms.duration_hours,
  ]
  await tx.query(STORE, values)
  if (old?.state === 'open') await tx.query(RESTART, [id, startOf(terms, moment, old.starts_at), endOf(terms, moment, old.starts_at)])
  return terms.start_price_cents
}

/** 409 for what nobody may change any more. */
export const boundByBids = () =>
  new Refusal('conflict', 'Somebody has a bid on this auction; its terms stay as they are.', {
    fix: { action: 'Wait until the auction has ended.' },
  })

/** What was sent over what is there. An end and a length exclude each other: the one that was sent counts. */
function merged(old: Stored | undefined, sent: Partial<AuctionTerms>): Terms {
  const start = sent.start_price_cents ?? old?.start_price_cents
  if (start === undefined)
    throw invalidFields({ path: ['auction', 'start_price_cents'], type: 'missing', msg: 'Field required' })
  if (sent.ends_at != null && sent.duration_hours != null)
    throw invalidFields({ path: ['auction', 'duration_hours'], msg: 'Value error, say ends_at or duration_hours, not both' })
  const date = (text: string | null | undefined, before: Date | null) =>
    text === undefined ? before : text === null ? null : new Date(text)
  return {
    start_price_cents: start,
    reserve_cents: sent.reserve_cents === undefined ? (old?.reserve_cents ?? null) : sent.reserve_cents,
    buy_now_cents: sent.buy_now_cents === undefined ? (old?.buy_now_cents ?? null) : sent.buy_now_cents,
    wanted_start_at: date(sent.starts_at, old?.wanted_start_at ?? null),
    wanted_end_at: sent.duration_hours == null ? date(sent.ends_at, old?.wanted_end_at ?? null) : null,
    duration_hours: sent.ends_at == null ? (sent.duration_hours === undefined ? (old?.duration_hours ?? null) : sent.duration_hours) : null,
  }
}

function refuseNonsense(terms: Terms, moment: Date, startedAt: Date | null): void {
  const wrong = (name: string, msg: string) => {
    throw invalidFields({ path: ['auction', name], msg: `Value error, ${msg}` })
  }
  const { start_price_cents: start, reserve_cents: reserve, buy_now_cents: buyNow } = terms
  if (reserve !== null && reserve < start) wrong('reserve_cents', 'a reserve is at least the start price')
  if (buyNow !== null && buyNow <= Math.max(start, reserve ?? 0))
    wrong('buy_now_cents', 'this is more than the start price and the reserve')
  const begins = startOf(terms, moment, startedAt).getTime()
  const ends = endOf(terms, moment, startedAt).getTime()
  if (begins > moment.getTime() + MOST_HOURS * HOUR_MS) wrong('starts_at', `this is at most ${MOST_HOURS} hours ahead`)
  if (ends <= Math.max(begins, moment.getTime())) wrong('ends_at', 'this is after its start and in the future')
  if (ends > begins + MOST_HOURS * HOUR_MS) wrong('ends_at', `an auction runs ${MOST_HOURS} hours at most`)
}

/** When bidding opens: what has begun has begun. */
export const startOf = ({ wanted_start_at: wanted }: Pick<Terms, 'wanted_start_at'>, moment: Date, startedAt: Date | null): Date => {
  if (startedAt !== null && startedAt <= moment) return startedAt
  return wanted !== null && wanted > moment ? wanted : moment
}

/** When it closes, before any extension. */
export const endOf = (
  terms: Pick<Terms, 'wanted_start_at' | 'wanted_end_at' | 'duration_hours'>,
  moment: Date,
  startedAt: Date | null,
): Date =>
  terms.wanted_end_at ??
  new Date(startOf(terms, moment, startedAt).getTime() + (terms.duration_hours ?? USUAL_HOURS) * HOUR_MS)

async function clock(tx: PoolClient): Promise<Date> {
  const { rows } = await tx.query<{ ms: number }>(`select extract(epoch from clock_timestamp())::float8 * 1000 as ms`)
  return new Date(rows[0]?.ms ?? Date.now())
}

const READ = `
select state, bid_count, start_price_cents, reserve_cents, buy_now_cents, duration_hours, wanted_start_at, wanted_end_at,
  starts_at, clock_timestamp() as moment from auction where listing_id = $1 for update`

const STORE = `
insert into auction (listing_id, start_price_cents, reserve_cents, buy_now_cents, wanted_start_at, wanted_end_at, duration_hours)
values ($1, $2, $3, $4, $5, $6, $7)
on conflict (listing_id) do update set start_price_cents = excluded.start_price_cents, reserve_cents = excluded.reserve_cents,
  buy_now_cents = excluded.buy_now_cents, wanted_start_at = excluded.wanted_start_at,
  wanted_end_at = excluded.wanted_end_at, duration_hours = excluded.duration_hours`

const RESTART = `
update auction set starts_at = $2, ends_at = $3, latest_end_at = $3::timestamptz + interval '24 hours', planned_for = null
where listing_id = $1`
