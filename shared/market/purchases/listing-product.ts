import { LEDGER } from '#shared/calls/ledger-accounts.ts'
import { inSavepoint } from '#shared/db/in-transaction.ts'
import { Refusal } from '#shared/errors.ts'
import { makePaidKey } from '#shared/money/prepaid/buy-key.ts'
import { moveUnearned } from '#shared/money/x402/move-unearned.ts'
import type { MadeProduct, Product } from '#shared/money/x402/product.ts'
import type { Payment } from '#shared/money/x402/read-payment.ts'
import type { CredentialMint } from '#shared/money/credentials.ts'
import type { ClientBase } from 'pg'
import { z } from 'zod'

import { publicId } from '../public-id.ts'
import { lockOffer } from '../resale/lock-offer.ts'
import { openedSale, saleRow, SENT_SALE, splitSale } from './open-sale.ts'
import { SaleTerms } from './sale-terms.ts'
import { ensureShareAccounts } from './seller-account.ts'

/** Name of the product that a payment for a listing buys. */
export const LISTING_PRODUCT = 'listing'

/** Terms of a payment for a listing: those of the sale, and the buyer (UUID), null for an anonymous one. */
export const ListingOrder = z.object({ sale: SaleTerms, buyer_id: z.uuid().nullable() })
export type ListingOrder = z.output<typeof ListingOrder>

/** The stored answer of a payment for an offer that was gone when it settled: the money is a prepaid key. */
export const LostOffer = z.object({
  lost: z.string(),
  credit: z.object({ key_id: z.string(), cents: z.int(), key: z.string().nullable() }),
})

/**
 * A listing, or an offer of a licence, bought by x402, at the terms of its 402. The purchase has the id of the payment's `callId`. An anonymous
 * buyer gets the `purchase_token`, derived from that id. There is one licence to resell, so of two payments for one offer
 * that settle at once the second buys nothing: it becomes a prepaid key of its payer (LostOffer).
 */
export const listingProduct: Product = {
  async make(tx, mint, payment) {
    const { callId, key, payer } = payment
    const { sale: terms, buyer_id: buyerId } = ListingOrder.parse(JSON.parse(payment.terms ?? ''))
    const lost = await whyLost(tx, terms, buyerId)
    if (lost !== null) return creditLost(tx, mint, { payment, lost })
    await ensureShareAccounts(tx, terms)
    await moveUnearned(tx, payment, String(LEDGER.marketClearing))
    const sale = { id: callId, terms, buyerId, rail: 'x402', payerNetwork: key.network, payerWallet: payer } as const
    // SQL: the sale and its split are one statement.
    await tx.query({ name: 'purchase-x402', text: SELL, values: [saleRow(sale)] })
    const answer = { ok: true, purchase_id: publicId('pur', callId), purchase_token: null }
    return { answer, secretRef: buyerId === null ? callId : null }
  },
  reveal(mint, secretRef, answer) {
    const lost = LostOffer.safeParse(answer)
    if (!lost.success) return { ...answer, purchase_token: mint.purchaseToken(secretRef) }
    return { ...lost.data, credit: { ...lost.data.credit, key: mint.issue('sk', secretRef) } }
  },
}

/** Locks the offer of a resale. Returns why it cannot be bought any more; null when it can, and for every other sale. */
async function whyLost(tx: ClientBase, terms: SaleTerms, buyerId: string | null): Promise<string | null> {
  if (terms.resale_offer_id === null) return null
  try {
    await inSavepoint(tx, () => lockOffer(tx, terms, { buyerId, rail: 'x402', currency: 'usdc' }))
    return null
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return error.message
  }
}

/** Gives the money of a payment back as a prepaid key. */
async function creditLost(
  tx: ClientBase,
  mint: CredentialMint,
  { payment, lost }: { payment: Payment; lost: string },
): Promise<MadeProduct> {
  const { keyId, answer } = await makePaidKey(tx, mint, payment)
  // SQL: rows of payments change by statements alone.
  await tx.query({ name: 'resale-credit', text: CREDIT, values: [payment.callId, keyId] })
  return { answer: { lost, credit: { key_id: keyId, cents: answer['amount_cents'], key: null } }, secretRef: keyId }
}

const CREDIT = `update payment_proof p set credit_key_id = k.id from service_key k where p.call_id = $1::uuid and k.key_id = $2`

const SELL = `
with ${SENT_SALE},
${openedSale('sale')},
${splitSale()}
select id from opened`
