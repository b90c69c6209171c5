import { openAuction } from '../auctions/open-auction.ts'
import { auctionsOf } from '../auctions/read-auctions.ts'
import { setAuction } from '../auctions/set-auction.ts'
import { refuseBidOn, withdrawAuction } from '../auctions/withdraw-auction.ts'
import { picturesOf } from '../media/pictures-of.ts'
import type { ListingParts } from './listing-parts.ts'

/** What auctions and media bring to listings (listing-parts.ts says what each does). */
export const joinedParts: ListingParts = {
  setAuction,
  openAuction,
  withdrawAuction,
  refuseBidOn,
  auctionsOf,
  picturesOf,
}
