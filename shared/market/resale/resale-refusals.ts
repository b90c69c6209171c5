import { Refusal } from '#shared/errors.ts'

import { publicId } from '../public-id.ts'

const BROWSE = { action: 'Browse for another offer.', path: '/api/resale-offers' }

export const offerGone = (state: string): Refusal =>
  new Refusal('offer_gone', `This offer is ${state}.`, { fix: BROWSE, extra: { state } })

export const offerExpired = (at: string): Refusal =>
  new Refusal('offer_expired', `This offer expired at ${at}.`, {
    fix: BROWSE,
    extra: { expired_at: at },
  })

/** 409: somebody's sale of the offer waits for its payment; `purchaseId` is told to that buyer alone. */
export function offerReserved(until: string, purchaseId: string | null): Refusal {
  const own = purchaseId === null ? null : publicId('pur', purchaseId)
  return new Refusal('offer_reserved', `A sale of this offer waits for its payment until ${until} at the latest.`, {
    retryAfterS: Math.max(1, Math.ceil((Date.parse(until) - Date.now()) / 1_000)),
    fix: {
      action: own === null ? 'Ask again then: the offer is free again if it is not paid.' : `Pay your purchase ${own}.`,
    },
    extra: { reserved_until: until, ...(own === null ? {} : { purchase_id: own }) },
  })
}

export const ownOffer = (): Refusal =>
  new Refusal('own_offer', 'This offer is of your own account.', {
    fix: { action: 'End it.', method: 'POST', path: '/api/purchases/{purchase_id}/resale/cancel' },
  })

export const wrapped = (): Refusal =>
  new Refusal('wrapped', 'The licence of this purchase is held as a token, so it is not sold here.', {
    fix: { action: 'Unwrap it first, or pass the token on.' },
  })

export const royaltyNotPayable = (): Refusal =>
  new Refusal('royalty_not_payable', 'The maker has no proved Solana wallet, so the royalty cannot be paid there.', {
    fix: { action: 'Pay by x402, with a prepaid key or by card.' },
  })
