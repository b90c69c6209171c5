import { cardsToLook, endUnmade, type OpenCard } from '#shared/market/cards/cards-to-look.ts'
import { evidenceEnded, evidenceToSend } from '#shared/market/cards/give-evidence.ts'
import { refundMade, refundRefused, refundsToSend } from '#shared/market/cards/refunds-to-send.ts'
import { keepEvents } from '#shared/market/cards/take-events.ts'

import { CardApiError } from './card-api.ts'
import { type CardDeps, lookAtCard } from './look-at-card.ts'

const AT_ONCE = 20
/** Days for which the processor keeps its events. */
const KEPT_DAYS = 30

/** Looks at open payments without waiting for their events, and cancels those whose purchase is over. */
export async function lookAtOpenCards(deps: CardDeps): Promise<void> {
  for (const open of await cardsToLook(deps.db.pg, AT_ONCE)) {
    try {
      await lookAtOpen(deps, open)
    } catch (error) {
      deps.log.warn({ err: error, purchase: open.purchaseId }, 'a card payment could not be looked at')
    }
  }
}

/** Cancels the payment of a purchase that is over, and records what is true of it: it may have been paid meanwhile. */
export async function lookAtOpen(deps: CardDeps, { purchaseId, intentId, isOver }: OpenCard): Promise<void> {
  if (intentId === null) {
    if (isOver) await endUnmade(deps.db.pg, purchaseId)
    return
  }
  if (isOver)
    await deps.api.cancel(intentId).catch((error: unknown) => {
      if (!(error instanceof CardApiError) || error.kind === 'away') throw error
    })
  await lookAtCard(deps, { purchaseId, intentId })
}

/** Asks the processor for the refunds that are due, of one purchase or of all. */
export async function sendRefunds(deps: CardDeps, purchaseId: string | null = null): Promise<void> {
  const { db, api, log } = deps
  for (const refund of await refundsToSend(db.pg, AT_ONCE, purchaseId)) {
    try {
      const made = await api.refund(refund)
      await refundMade(db.pg, refund.id, made.id)
    } catch (error) {
      log.warn({ err: error, refund: refund.id }, 'a refund by card was not made')
      if (!(error instanceof CardApiError) || error.kind === 'away') continue
      await refundRefused(db.pg, refund.id, error.code ?? error.kind)
    }
    await lookAtCard(deps, refund).catch((error: unknown) => {
      log.warn({ err: error, refund: refund.id }, 'a refund by card waits to be read again')
    })
  }
}

/** Submits what operators said against disputes. */
export async function sendEvidence({ db, api, log }: CardDeps): Promise<void> {
  for (const evidence of await evidenceToSend(db.pg, AT_ONCE)) {
    try {
      await api.submitEvidence(evidence)
      await evidenceEnded(db.pg, evidence.id, null)
    } catch (error) {
      log.warn({ err: error, dispute: evidence.disputeId }, 'evidence against a dispute was not submitted')
      if (!(error instanceof CardApiError) || error.kind === 'away') continue
      await evidenceEnded(db.pg, evidence.id, error.code ?? error.kind)
    }
  }
}

/** Fetches events that reached no endpoint of ours, since the processor keeps them. Returns how many were new. */
export async function fetchMissedEvents({ db, api, log }: CardDeps): Promise<number> {
  const missed = await api.undelivered(new Date(Date.now() - KEPT_DAYS * 86_400_000))
  const kept = await keepEvents(db.pg, missed)
  if (kept.length > 0) log.info({ kept: kept.length }, 'events of the card processor that had not arrived')
  return kept.length
}
