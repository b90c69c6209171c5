/** The least that an offer asks for, in cents. */
export const MINIMUM_RESALE_CENTS = 50
/** The longest time for which an offer may be announced to stand. */
export const MOST_OFFER_DAYS = 365
/** Offers of one listing that its answer holds, the cheapest first. */
export const OFFERS_SHOWN = 10

export const OFFER_SORTS = [
  { id: 'newest', about: 'Offered last, first.' },
  { id: 'price_asc', about: 'Cheapest first.' },
  { id: 'price_desc', about: 'Dearest first.' },
] as const
export type OfferSort = (typeof OFFER_SORTS)[number]['id']
