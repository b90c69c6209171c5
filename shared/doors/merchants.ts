/** One way to pay that a merchant offers. `amount` and `asset` are verbatim. */
export type PaytoSeen = { network: string; address: string; amount: string | null; asset: string | null }

export type PaytoHistory = {
  firstSeen: string
  lastSeen: string
  observations: number
  changes: { network: string; from: string; to: string; at: string }[]
  /** Ways to pay observed before, and when each was last seen. */
  earlier: (PaytoSeen & { lastSeen: string })[]
}

/** This service's observations of merchants, by origin. */
export type PaytoDoor = {
  /** Records an observation once per call. Returns the history, including this one. */
  observe: (origin: string, seen: readonly PaytoSeen[]) => Promise<PaytoHistory>
}

export type SlotWanted = { slug: string; label: string | null; url: string | null; hours: number }
/** In wire form, because it is stored with the effect. */
export type BookedSlot = {
  slot_id: string
  target_slug: string
  label: string | null
  starts_at: string
  ends_at: string
  position: number
  extended: boolean
}

/**
 * Paid places in the discovery documents. Refusals, uncharged: `slots_full` (409), and 422 for more than 168 hours
 * ahead.
 */
export type FeaturedDoor = { book: (slot: SlotWanted) => Promise<BookedSlot> }
