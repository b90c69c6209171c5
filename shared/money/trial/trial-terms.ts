/** One network (a /24 of IPv4, a /48 of IPv6) may have 1/15 of a day's grants: 20 of 300. */
const NETWORK_PART = 15
/** A day's grants are released in 25 parts: two in the first hour and one in each hour after it. */
const HOUR_PARTS = 25

/** Returns how many of a day's grants one network may have. */
export const grantsOfNetwork = (perDay: number): number => Math.ceil(perDay / NETWORK_PART)

/**
 * Returns how many of a day's grants may be used by the end of an hour of the UTC day (0 to 23). Unused grants carry
 * over to later hours. So nobody can use up a day's grants at its start.
 */
export const grantsReleased = (perDay: number, hour: number): number => Math.ceil((perDay * (hour + 2)) / HOUR_PARTS)
