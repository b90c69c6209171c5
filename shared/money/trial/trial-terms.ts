/** The terms of a trial, in cents, hours, days and seconds. */
export const TRIAL = {
  cents: 15,
  hours: 72,
  coolDownDays: 30,
  maxPriceCents: 10,
  /** Claims of one address within the cool-down: all, and those without an agent_id. */
  claimsPerAddress: 20,
  bareClaimsPerAddress: 1,
  secondsBetweenClaims: 60,
} as const

/** Of a day's grants, the part that one network (a /24 of IPv4, a /48 of IPv6) may have: 20 of 300. */
const NETWORK_PART = 15
/** A day's grants are released in so many parts: two in the first hour and one in each hour after it. */
const HOUR_PARTS = 25

/** How many of a day's grants one network may have. */
export const grantsOfNetwork = (perDay: number): number => Math.ceil(perDay / NETWORK_PART)

/**
 * How many of a day's grants may be taken by the end of an hour of the UTC day, 0 to 23. What one hour leaves the next
 * ones have too, so that nobody can take a whole day's grants before the day is over.
 */
export const grantsReleased = (perDay: number, hour: number): number => Math.ceil((perDay * (hour + 2)) / HOUR_PARTS)
