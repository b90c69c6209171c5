import { z } from 'zod'

import type { Db } from '#shared/db/open-db.ts'
import { Refusal } from '#shared/errors.ts'
import type { Log } from '#shared/log.ts'
import { readOpenCard } from '#shared/market/cards/cards-to-look.ts'
import type { CredentialMint } from '#shared/money/credentials.ts'

import type { SettlementRoute } from '../settlement-handler.ts'
import { CardApiError, type CardSettings, openCardApi } from './card-api.ts'
import { handleEvents } from './handle-events.ts'
import { offerCard } from './offer-card.ts'
import { fetchMissedEvents, lookAtOpen, lookAtOpenCards, sendEvidence, sendRefunds } from './watch-cards.ts'

/** Payments by card in this process: its routes, and the rounds that look for what has changed. */
export type Cards = {
  routes: readonly SettlementRoute[]
  /** Handles events that wait, refunds that are due, and payments that nobody told us of. */
  watch: () => Promise<void>
  /** Fetches events that did not arrive. */
  fetchMissed: () => Promise<void>
}

const OfPurchase = z.object({ purchase_id: z.uuid() })

/** Opens payments by card; null without a key. Makes no request until it is used. */
export function openCards({
  config,
  db,
  mint,
  log,
}: {
  config: CardSettings
  db: Pick<Db, 'pg' | 'em'>
  mint: CredentialMint
  log: Log
}): Cards | null {
  const api = openCardApi(config)
  if (api === null) return null
  const deps = { db, api, mint, holdDays: config.CARD_HOLD_DAYS, log }
  return {
    async watch() {
      while ((await handleEvents(deps)) > 0);
      await sendRefunds(deps)
      await sendEvidence(deps)
      await lookAtOpenCards(deps)
    },
    fetchMissed: async () => void (await fetchMissedEvents(deps)),
    routes: [
      {
        method: 'POST',
        path: '/cards/offer',
        handle: (body) => answered(offerCard(deps, read(body))),
      },
      {
        method: 'POST',
        path: '/cards/cancel',
        handle: (body) =>
          answered(
            (async () => {
              const open = await readOpenCard(db.pg, read(body))
              if (open !== null) await lookAtOpen(deps, { ...open, isOver: true })
              return { ok: true }
            })(),
          ),
      },
      {
        method: 'POST',
        path: '/cards/refund',
        handle: (body) =>
          answered(
            (async () => {
              await sendRefunds(deps, read(body))
              return { ok: true }
            })(),
          ),
      },
    ],
  }
}

function read(body: unknown): string {
  const parsed = OfPurchase.safeParse(body)
  if (!parsed.success) throw new Refusal('validation_error', 'This is no question about a payment by card.')
  return parsed.data.purchase_id
}

/** Turns what the processor refuses, and a processor that is away, into refusals. */
const answered = <Answer>(question: Promise<Answer>): Promise<Answer> =>
  question.catch((error: unknown) => {
    if (!(error instanceof CardApiError)) throw error
    throw new Refusal('unavailable', 'The card processor does not answer right now; nothing was charged.', {
      retryAfterS: 3,
      fix: { action: 'Send the request again in three seconds.' },
    })
  })
