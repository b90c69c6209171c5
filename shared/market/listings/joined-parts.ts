import { Refusal } from '#shared/errors.ts'

import type { ListingParts } from './listing-parts.ts'

/** What auctions and media bring to listings (listing-parts.ts says what each does). */
export const joinedParts: ListingParts = {
  setAuction: () => {
    throw new Refusal('unavailable', 'Auctions are not open yet.', { fix: { action: 'Use listing_type fixed.' } })
  },
  openAuction: async () => {},
  withdrawAuction: async () => {},
  auctionsOf: async () => new Map(),
  picturesOf: async () => new Map(),
}
