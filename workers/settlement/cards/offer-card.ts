import { Refusal } from '#shared/errors.ts'
import type { OfferedCard } from '#shared/market/cards/card-answers.ts'
import { noteIntent, type OpenCard, readOpenCard } from '#shared/market/cards/cards-to-look.ts'
import { publicId } from '#shared/market/public-id.ts'

import { CardApiError } from './card-api.ts'
import { type CardDeps, lookAtCard } from './look-at-card.ts'

/**
 * What a buyer needs to pay a prepared payment: the secret of its intent, which is made under the id of the purchase or hire, so
 * that a request which is sent again gets the same one. The secret is read at the processor each time. Throws 409
 * `conflict` for a payment that can no longer be made, and a CardApiError.
 */
export async function offerCard(deps: CardDeps, purchaseId: string): Promise<OfferedCard> {
  const open = await readOpenCard(deps.db.pg, purchaseId)
  if (open === null || !open.isPayable) throw notPayable()
  const intent = open.intentId === null ? await make(deps, open) : await deps.api.retrieve(open.intentId)
  const isWaiting = ['requires_payment_method', 'requires_confirmation', 'requires_action'].includes(intent.status)
  if (isWaiting && intent.client_secret !== null) return { client_secret: intent.client_secret, status: intent.status }
  await lookAtCard(deps, { purchaseId, intentId: intent.id })
  throw notPayable()
}

async function make({ db, api }: CardDeps, { purchaseId, isHire, amountCents }: OpenCard) {
  const id = publicId(isHire ? 'hir' : 'pur', purchaseId)
  const intent = await api.create({ key: id, cents: amountCents, of: isHire ? 'hire' : 'purchase', id })
  if (await noteIntent(db.pg, purchaseId, intent.id)) return intent
  // The payment ended while the intent was made: nobody may pay it.
  await api.cancel(intent.id).catch((error: unknown) => {
    if (!(error instanceof CardApiError)) throw error
  })
  throw notPayable()
}

const notPayable = () =>
  new Refusal('conflict', 'This purchase does not wait for a payment by card (any more).', {
    fix: { action: 'Read the purchase; if it is not paid, ask for a new intent.' },
  })
