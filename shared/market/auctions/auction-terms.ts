import { invalidFields } from '#shared/errors.ts'

import type { AuctionChanges } from '../listings/listing-extensions.ts'
import type { Auction } from './auction.entity.ts'
import { MOST_EXTENSION_HOURS } from './auction.rules.ts'

/** Default and maximum length of an auction, in hours. */
export const USUAL_HOURS = 72
export const MOST_HOURS = 720
const HOUR_MS = 3_600_000

/** The seller's terms as stored. */
export type Terms = Required<
  Pick<Auction, 'startPriceCents' | 'reserveCents' | 'buyNowCents' | 'wantedStartAt' | 'wantedEndAt' | 'durationHours'>
>

/** The clock of an auction: when it opens and closes, and the latest end that bids can move it to. */
export type AuctionClock = { startsAt: Date; endsAt: Date; latestEndAt: Date; plannedFor: null }

/**
 * Merges the sent terms into the stored ones. `ends_at` and `duration_hours` exclude each other: the one that is sent
 * replaces the other. Throws 422 when both are sent or there is no start price.
 */
export function mergeTerms(old: Auction | null, sent: AuctionChanges): Terms {
  const start = sent.start_price_cents ?? old?.startPriceCents
  if (start === undefined)
    throw invalidFields({ path: ['auction', 'start_price_cents'], type: 'missing', msg: 'Field required' })
  const saysEnd = typeof sent.ends_at === 'string'
  const saysLength = typeof sent.duration_hours === 'number'
  if (saysEnd && saysLength)
    throw invalidFields({
      path: ['auction', 'duration_hours'],
      msg: 'Value error, say ends_at or duration_hours, not both',
    })
  const kept = <Value>(value: Value | null | undefined, before: Value | null | undefined): Value | null =>
    (value === undefined ? before : value) ?? null
  return {
    startPriceCents: start,
    reserveCents: kept(sent.reserve_cents, old?.reserveCents),
    buyNowCents: kept(sent.buy_now_cents, old?.buyNowCents),
    wantedStartAt: kept(dateOf(sent.starts_at), old?.wantedStartAt),
    wantedEndAt: saysLength ? null : kept(dateOf(sent.ends_at), old?.wantedEndAt),
    durationHours: saysEnd ? null : kept(sent.duration_hours, old?.durationHours),
  }
}

/**
 * Throws 422 for terms that are inconsistent at this moment. `startedAt` is when a live auction opened or will open;
 * null for one that is not live.
 */
export function refuseNonsense(terms: Terms, moment: number, startedAt: number | null): void {
  const { startPriceCents: start, reserveCents: reserve, buyNowCents: buyNow } = terms
  if (typeof reserve === 'number' && reserve < start)
    throw wrong('reserve_cents', 'a reserve is at least the start price')
  if (typeof buyNow === 'number' && buyNow <= Math.max(start, reserve ?? 0))
    throw wrong('buy_now_cents', 'this is more than the start price and the reserve')
  const clock = clockOf(terms, moment, startedAt)
  const [startsAt, endsAt] = [clock.startsAt.getTime(), clock.endsAt.getTime()]
  if (startsAt > moment + MOST_HOURS * HOUR_MS) throw wrong('starts_at', `this is at most ${MOST_HOURS} hours ahead`)
  if (endsAt <= Math.max(startsAt, moment)) throw wrong('ends_at', 'this is after its start and in the future')
  if (endsAt > startsAt + MOST_HOURS * HOUR_MS) throw wrong('ends_at', `an auction runs ${MOST_HOURS} hours at most`)
}

/**
 * Computes the clock of an auction that goes live at this moment; its closing is not planned yet. A start that has
 * passed is kept.
 */
export function clockOf(
  { wantedStartAt, wantedEndAt, durationHours }: Pick<Terms, 'wantedStartAt' | 'wantedEndAt' | 'durationHours'>,
  moment: number,
  startedAt: number | null = null,
): AuctionClock {
  const hasBegun = startedAt !== null && startedAt <= moment
  const startsAt = hasBegun ? startedAt : Math.max(moment, wantedStartAt?.getTime() ?? moment)
  const endsAt = wantedEndAt?.getTime() ?? startsAt + (durationHours ?? USUAL_HOURS) * HOUR_MS
  return {
    startsAt: new Date(startsAt),
    endsAt: new Date(endsAt),
    latestEndAt: new Date(endsAt + MOST_EXTENSION_HOURS * HOUR_MS),
    plannedFor: null,
  }
}

const dateOf = (text: string | null | undefined) => (typeof text === 'string' ? new Date(text) : text)

const wrong = (name: string, msg: string) => invalidFields({ path: ['auction', name], msg: `Value error, ${msg}` })
