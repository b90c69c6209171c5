import { LEDGER } from '#shared/calls/ledger-accounts.ts'
import { moveUnearned } from '#shared/money/x402/move-unearned.ts'
import type { Product } from '#shared/money/x402/product.ts'
import { z } from 'zod'

import { publicId } from '../public-id.ts'
import { openedSale, saleRow, SENT_SALE, SPLIT_SALE } from './open-sale.ts'
import { SaleTerms } from './sale-terms.ts'
import { ensureSellerAccount } from './seller-account.ts'

/** Name of the product that a payment for a listing buys. */
export const LISTING_PRODUCT = 'listing'

/** Terms of a payment for a listing: those of the sale, and the buyer (UUID), null for an anonymous one. */
export const ListingOrder = z.object({ sale: SaleTerms, buyer_id: z.uuid().nullable() })
export type ListingOrder = z.output<typeof ListingOrder>

/**
 * A listing bought by x402, at the terms of its 402. The purchase has the id of the payment's `callId`. An anonymous
 * buyer gets the `purchase_token`, derived from that id.
 */
export const listingProduct: Product = {
  async make(tx, _mint, payment) {
    const { callId, key, payer } = payment
    const { sale: terms, buyer_id: buyerId } = ListingOrder.parse(JSON.parse(payment.terms ?? ''))
    await ensureSellerAccount(tx, terms.seller_id)
    await moveUnearned(tx, payment, String(LEDGER.marketClearing))
    const sale = { id: callId, terms, buyerId, rail: 'x402', payerNetwork: key.network, payerWallet: payer } as const
    // SQL: the sale and its split are one statement.
    await tx.query({ name: 'purchase-x402', text: SELL, values: [saleRow(sale)] })
    const answer = { ok: true, purchase_id: publicId('pur', callId), purchase_token: null }
    return { answer, secretRef: buyerId === null ? callId : null }
  },
  reveal: (mint, purchaseId, answer) => ({ ...answer, purchase_token: mint.purchaseToken(purchaseId) }),
}

const SELL = `
with ${SENT_SALE},
${openedSale('sale')},
${SPLIT_SALE}
select id from opened`
