import type { Pool as PgPool } from 'pg'

import { LAPSE_GRACE_MINUTES } from './auction.rules.ts'

/** Wins and bids that one statement looks at. */
const AT_ONCE = 100
/** Hours before the end of the time to pay at which a winner is reminded: at half of it, and shortly before. */
const REMIND_HOURS = { half: 24, halfOfSecond: 12, last: 2 }

/**
 * Passes wins on that were not paid in time: to the second bidder, once, then to nobody. Each winner gets a strike.
 * Safe to run concurrently.
 */
export async function lapseAuctions(pg: PgPool): Promise<void> {
  // SQL: a database function decides about each by the database's clock, with the auction locked.
  await pg.query({ name: 'auctions-lapse', text: LAPSE, values: [AT_ONCE] })
}

/** Reminds winners who have not paid, twice: the database tells them (`auction.payment_due`). */
export async function remindWinners(pg: PgPool): Promise<void> {
  // SQL: counts reminders by the database's clock, so that no process reminds twice.
  await pg.query({ name: 'auctions-remind', text: REMIND, values: [AT_ONCE] })
}

/** Gives the money back that is held for bids that lead no auction and wait for no payment any more. */
export async function releaseBids(pg: PgPool): Promise<void> {
  // SQL: a decision about money is one statement.
  await pg.query({ name: 'bids-release', text: RELEASE, values: [AT_ONCE] })
}

const LAPSE = `
select lapse_auction(listing_id) from (
  select listing_id from auction where state = 'sold' and paid_at is null and paused_at is null
    and pay_until <= clock_timestamp() - interval '${LAPSE_GRACE_MINUTES} minutes' order by pay_until limit $1) due`

const REMIND = `
update auction a set reminders = a.reminders + 1 from (
  select listing_id from auction where state = 'sold' and paid_at is null and paused_at is null and pay_until > now() and reminders < 2
    and pay_until < now() + make_interval(hours => case when reminders = 1 then ${REMIND_HOURS.last}
      when is_second_chance then ${REMIND_HOURS.halfOfSecond} else ${REMIND_HOURS.half} end)
  order by pay_until limit $1 for update skip locked) due
where a.listing_id = due.listing_id`

const RELEASE = `
select release_bid(id) from (
  select b.id from bid b join auction a on a.listing_id = b.listing_id
  where b.held_account_id is not null and b.released_at is null and not coalesce(case a.state
    when 'open' then a.current_bid_id = b.id
    when 'sold' then a.winning_bid_id = b.id and a.paid_at is null
    when 'reserve_not_met' then a.current_bid_id = b.id and a.accept_until > now() end, false)
  limit $1) done`
