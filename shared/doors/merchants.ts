/** One way a merchant says it is paid. `amount` and `asset` as it wrote them. */
export type PaytoSeen = { network: string; address: string; amount: string | null; asset: string | null }

export type PaytoHistory = {
  firstSeen: string
  lastSeen: string
  observations: number
  changes: { network: string; from: string; to: string; at: string }[]
  /** What was seen before this time, with when it was seen last. */
  earlier: (PaytoSeen & { lastSeen: string })[]
}

/** What this service has seen of merchants itself, by origin. */
export type PaytoDoor = {
  /** Adds what was seen now, once for a call; answers with the history, this included. */
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

/** Paid places in the discovery documents. Refusals, uncharged: `slots_full` (409), 422 for more than 168 hours ahead. */
export type FeaturedDoor = { book: (slot: SlotWanted) => Promise<BookedSlot> }
