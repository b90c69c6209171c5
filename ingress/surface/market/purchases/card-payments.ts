import { z } from 'zod'

import { Refusal } from '#shared/errors.ts'
import { OfferedCard } from '#shared/market/cards/card-answers.ts'
import { openCardPayment } from '#shared/market/cards/open-card-sale.ts'
import { takesCards } from '#shared/market/cards/takes-cards.ts'
import type { OpenedHire } from '#shared/market/jobs/cards/open-card-hire.ts'
import type { FeePreview } from '#shared/market/listings/fee-preview.ts'
import { publicId } from '#shared/market/public-id.ts'
import { Purchase } from '#shared/market/purchases/purchase.entity.ts'

import type { MarketDeps } from '../market-deps.ts'
import { askProcess } from './ask-process.ts'

/** The processor answers within some seconds, and is asked twice where its answer is lost. */
const ASK_MS = 16_000
const Done = z.object({ ok: z.literal(true) })

/** The URL to which the card form of the playground leads back. */
export const ReturnUrl = z
  .url({ protocol: /^https?$/ })
  .max(2_000)
  .nullish()
  .describe('where the card form of the playground leads back to')

const cents = z.int()
/** What a buyer gets to pay a purchase by card. */
export const CardIntent = z.object({
  purchase_id: z.string(),
  client_secret: z.string().describe('for the card form of the processor; keep it from others and from logs'),
  publishable_key: z.string(),
  payment_url: z
    .string()
    .nullable()
    .describe('a page with the card form, which needs no script; in the playground only'),
  amount_cents: cents,
  currency: z.literal('usd'),
  fee_preview: z
    .object({
      gross_cents: cents,
      platform_cents: cents,
      platform_bps: cents,
      network_cents: cents,
      royalty_cents: cents,
      you_receive_cents: cents,
    })
    .describe('how the price is shared; you_receive_cents is for the seller'),
  expires_at: z.string(),
})
export type CardIntent = z.output<typeof CardIntent>

/** Payments by card, asked of the settlement process, which alone has the key of the processor. */
export function cardPayments(deps: Pick<MarketDeps, 'config' | 'log' | 'db'>) {
  const { config, db } = deps
  const away = 'The card processor cannot be reached right now; nothing was charged.'
  const ask = askProcess(deps, { timeoutMs: ASK_MS, away })
  /** Throws 503 `payments_not_ready` where no cards are taken. */
  const publishableKey = (): string => {
    if (takesCards(config) && config.STRIPE_PUBLISHABLE_KEY !== undefined) return config.STRIPE_PUBLISHABLE_KEY
    throw new Refusal('payments_not_ready', 'Nothing is paid by card here.', {
      fix: { action: 'Read GET /api/purchases/payments/meta for the rails that are open.' },
    })
  }
  const offer = async (id: string, returnUrl: string | null) => {
    const { client_secret: secret } = await ask('/cards/offer', OfferedCard, { purchase_id: id })
    const payment_url = config.STRIPE_API_BASE === undefined ? null : formUrl(config.STRIPE_API_BASE, secret, returnUrl)
    return { client_secret: secret, payment_url }
  }
  return {
    publishableKey,
    /**
     * The intent for a purchase (UUID) that waits for its payment, whoever opened it: the same one each time. Throws 409
     * `conflict` where it waits no longer, and 503.
     */
    async intentFor(purchaseId: string, returnUrl: string | null): Promise<CardIntent> {
      const key = publishableKey()
      if (!(await openCardPayment(db.pg, purchaseId))) throw notPayable()
      const offered = await offer(purchaseId, returnUrl)
      const purchase = await (await db.em()).findOneOrFail(Purchase, purchaseId)
      return {
        purchase_id: publicId('pur', purchaseId),
        ...offered,
        publishable_key: key,
        amount_cents: purchase.priceCents,
        currency: 'usd',
        fee_preview: feesOf(purchase),
        expires_at: (purchase.expiresAt ?? new Date()).toISOString(),
      }
    },
    /** The intent for a hire by card that was opened: the same one each time. Throws as intentFor does. */
    async hireFor(
      { hireId, jobId, cents: amount, expiresAt }: OpenedHire & { jobId: string },
      returnUrl: string | null,
    ) {
      const key = publishableKey()
      return {
        job_id: publicId('job', jobId),
        ...(await offer(hireId, returnUrl)),
        publishable_key: key,
        amount_cents: amount,
        currency: 'usd' as const,
        expires_at: expiresAt.toISOString(),
      }
    },
    /** Cancels the payment of a purchase at the processor; it may have been paid meanwhile. */
    cancel: (purchaseId: string) => ask('/cards/cancel', Done, { purchase_id: purchaseId }),
    /** Has a refund that was asked for made at once. What is not made now is made later. */
    refund: (purchaseId: string) => ask('/cards/refund', Done, { purchase_id: purchaseId }).catch(() => null),
  }
}

function formUrl(base: string, secret: string, returnUrl: string | null): string {
  const url = new URL('/card-form', base)
  url.searchParams.set('client_secret', secret)
  if (returnUrl !== null) url.searchParams.set('return_url', returnUrl)
  return url.href
}

const feesOf = ({ priceCents, feeCents, feeBps, royaltyCents, sellerCents }: Purchase): FeePreview => ({
  gross_cents: priceCents,
  platform_cents: feeCents,
  platform_bps: feeBps,
  network_cents: 0,
  royalty_cents: royaltyCents,
  you_receive_cents: sellerCents,
})

const notPayable = () =>
  new Refusal('conflict', 'This purchase does not wait for a payment (any more).', {
    fix: { action: 'Read the purchase; if it is not paid, ask for a new intent.' },
  })
