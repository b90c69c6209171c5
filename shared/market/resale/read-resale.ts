import type { EntityManager } from '@mikro-orm/sql'
import type { ClientBase } from 'pg'
import { z } from 'zod'

import { connectionOf } from '#shared/db/unit-of-work.ts'
import { Refusal } from '#shared/errors.ts'

import { publicId } from '../public-id.ts'
import type { SeenPurchase } from '../purchases/find-purchase.ts'
import { lastOffer } from './list-offer.ts'
import { requireResellable, resaleOpensAt } from './may-resell.ts'
import { OfferView, readOffer, viewOffer } from './offer.view.ts'
import { MINIMUM_RESALE_CENTS } from './resale.rules.ts'

export const RESALE_STATES = ['none', 'listed', 'sold', 'canceled', 'expired', 'locked'] as const

/** How it stands with the resale of a purchase. */
export const ResaleView = z.object({
  purchase_id: z.string(),
  listing_id: z.string(),
  state: z.enum(RESALE_STATES).describe('locked: its licence is held as a token'),
  may_list: z.boolean().describe('whether its holder may offer it, or change its offer, now'),
  reason: z.string().nullable().describe('the code why not'),
  opens_at: z.string().nullable().describe('when it can no longer be refunded or charged back'),
  resale_allowed: z.boolean(),
  royalty_bps: z.int(),
  minimum_cents: z.int(),
  offer: OfferView.nullable().describe('the last one'),
})
export type ResaleView = z.output<typeof ResaleView>

/** Reads how it stands with the resale of a purchase, inside a transaction. */
export async function readResale(em: EntityManager, seen: SeenPurchase, baseUrl: string): Promise<ResaleView> {
  const { purchase } = seen
  const reason = await requireResellable(em, seen).then(
    () => null,
    (error: unknown) => {
      if (!(error instanceof Refusal)) throw error
      return error.code
    },
  )
  const tx: ClientBase = connectionOf(em)
  const last = await lastOffer(em, purchase.id)
  const row = last === null ? null : await readOffer(tx, last.id)
  const offer = row === null ? null : viewOffer(row, baseUrl)
  const ofOffer = offer === null ? 'none' : offer.state === 'active' ? 'listed' : offer.state
  return {
    purchase_id: publicId('pur', purchase.id),
    listing_id: publicId('lst', purchase.listingId),
    state: purchase.resoldAs ? 'sold' : reason === 'wrapped' ? 'locked' : ofOffer,
    may_list: reason === null,
    reason,
    opens_at: (await resaleOpensAt(em, purchase))?.toISOString() ?? null,
    resale_allowed: purchase.resaleAllowed,
    royalty_bps: purchase.royaltyBps,
    minimum_cents: MINIMUM_RESALE_CENTS,
    offer,
  }
}
