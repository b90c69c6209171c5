import { invalidFields } from '#shared/errors.ts'

import type { AuctionChanges } from '../listings/listing-extensions.ts'

/** Default and maximum length of an auction, in hours. */
export const USUAL_HOURS = 72
export const MOST_HOURS = 720
const HOUR_MS = 3_600_000

/** The seller's terms as stored. Times are in milliseconds since 1970. */
export type Terms = {
  start_price_cents: number
  reserve_cents: number | null
  buy_now_cents: number | null
  wanted_start: number | null
  wanted_end: number | null
  duration_hours: number | null
}

/** When an auction opens and closes, in milliseconds since 1970. */
export type AuctionClock = { startsAt: number; endsAt: number }

/**
 * Merges the sent terms into the stored ones. `ends_at` and `duration_hours` exclude each other: the one that is sent
 * replaces the other. Throws 422 when both are sent or there is no start price.
 */
export function mergeTerms(old: Terms | undefined, sent: AuctionChanges): Terms {
  const start = sent.start_price_cents ?? old?.start_price_cents
  if (start === undefined)
    throw invalidFields({ path: ['auction', 'start_price_cents'], type: 'missing', msg: 'Field required' })
  const saysEnd = typeof sent.ends_at === 'string'
  const saysLength = typeof sent.duration_hours === 'number'
  if (saysEnd && saysLength)
    throw invalidFields({
      path: ['auction', 'duration_hours'],
      msg: 'Value error, say ends_at or duration_hours, not both',
    })
  const kept = <Value>(value: Value | undefined, before: Value | undefined): Value | null =>
    (value === undefined ? before : value) ?? null
  return {
    start_price_cents: start,
    reserve_cents: kept(sent.reserve_cents, old?.reserve_cents),
    buy_now_cents: kept(sent.buy_now_cents, old?.buy_now_cents),
    wanted_start: kept(inMs(sent.starts_at), old?.wanted_start),
    wanted_end: saysLength ? null : kept(inMs(sent.ends_at), old?.wanted_end),
    duration_hours: saysEnd ? null : kept(sent.duration_hours, old?.duration_hours),
  }
}

/**
 * Throws 422 for terms that are inconsistent at this moment. `startedAt` is when a live auction opened or will open;
 * null for one that is not live.
 */
export function refuseNonsense(terms: Terms, moment: number, startedAt: number | null): void {
  const { start_price_cents: start, reserve_cents: reserve, buy_now_cents: buyNow } = terms
  if (reserve !== null && reserve < start) throw wrong('reserve_cents', 'a reserve is at least the start price')
  if (buyNow !== null && buyNow <= Math.max(start, reserve ?? 0))
    throw wrong('buy_now_cents', 'this is more than the start price and the reserve')
  const { startsAt, endsAt } = clockOf(terms, moment, startedAt)
  if (startsAt > moment + MOST_HOURS * HOUR_MS) throw wrong('starts_at', `this is at most ${MOST_HOURS} hours ahead`)
  if (endsAt <= Math.max(startsAt, moment)) throw wrong('ends_at', 'this is after its start and in the future')
  if (endsAt > startsAt + MOST_HOURS * HOUR_MS) throw wrong('ends_at', `an auction runs ${MOST_HOURS} hours at most`)
}

/** Computes when bidding opens and closes if the auction goes live at this moment. A start that has passed is kept. */
export function clockOf(
  terms: Pick<Terms, 'wanted_start' | 'wanted_end' | 'duration_hours'>,
  moment: number,
  startedAt: number | null = null,
): AuctionClock {
  const hasBegun = startedAt !== null && startedAt <= moment
  const startsAt = hasBegun ? startedAt : Math.max(moment, terms.wanted_start ?? moment)
  return { startsAt, endsAt: terms.wanted_end ?? startsAt + (terms.duration_hours ?? USUAL_HOURS) * HOUR_MS }
}

const inMs = (text: string | null | undefined) => (typeof text === 'string' ? Date.parse(text) : text)

const wrong = (name: string, msg: string) => invalidFields({ path: ['auction', name], msg: `Value error, ${msg}` })
