const MB = 1024 * 1024

/** Accounts younger than this have the lower limits. */
export const YOUNG_DAYS = 7

/**
 * What an account may keep, and what it may write in 24 hours. `young` is for accounts younger than YOUNG_DAYS. An owner
 * and all agents it registered are one account. docs/marketplace.md publishes these numbers; a test compares the two.
 */
export const ACCOUNT_QUOTAS = {
  drafts: { young: 50, full: 250 },
  listings: { young: 100, full: 2_000 },
  versions: { young: 500, full: 20_000 },
  content_bytes: { young: 10 * MB, full: 100 * MB },
  media_bytes: { young: 100 * MB, full: 1_000 * MB },
  bytes_per_day: { young: 50 * MB, full: 500 * MB },
} as const

/**
 * What all accounts of one network (an IPv4 /24 or an IPv6 /48) may write in 24 hours together, and of it the young ones:
 * accounts are free, so a thousand new ones are still one network.
 */
export const NETWORK_BYTES_PER_DAY = { young: 200 * MB, all: 2_000 * MB } as const

/** Every write counts as this much at least: its rows and their indexes. */
export const LEAST_BYTES = 1_024

/** Days after which the content of a deleted listing that was on sale, and that nobody bought, is deleted. */
export const DELETED_CONTENT_DAYS = 30

/** What an account keeps that is limited. */
export type KeptQuota = Exclude<keyof typeof ACCOUNT_QUOTAS, 'bytes_per_day'>
