/** How much more than the current bid the next one has to be, by the current bid in cents. The last row has no end. */
export const BID_INCREMENTS = [
  { below_cents: 100, step_cents: 5 },
  { below_cents: 500, step_cents: 25 },
  { below_cents: 2_500, step_cents: 50 },
  { below_cents: 10_000, step_cents: 100 },
  { below_cents: 50_000, step_cents: 500 },
  { below_cents: 100_000, step_cents: 1_000 },
  { below_cents: null, step_cents: 2_500 },
] as const

/** A bid in the last minutes of an auction moves its end this far from the bid, up to the latest end. */
export const EXTENSION_MINUTES = 10

/** The latest end of an auction is this long after the end it was opened with. */
export const MOST_EXTENSION_HOURS = 24

/** How long a winner may pay, and a seller may accept a top bid below the reserve. */
export const DECISION_HOURS = 48

/** How long the second bidder may pay when the winner did not. */
export const SECOND_CHANCE_HOURS = 24

/** A payment that lands in time may be found this much later: until then an unpaid auction does not lapse. */
export const LAPSE_GRACE_MINUTES = 5

/** From so many wins that it did not pay on, the bids of an account are held on a prepaid key while they lead. */
export const STRIKES_UNTIL_HELD = 2
