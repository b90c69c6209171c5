import { z } from 'zod'

import { Refusal } from '#shared/errors.ts'
import type { ReceiptSigner } from '#shared/money/receipts/sign-receipt.ts'
import { OfferPayload, ReceiptPayload } from '#shared/money/receipts/x402-jws.ts'

import type { SettlementRoute } from './settlement-handler.ts'

const Offers = z.object({ offers: z.array(OfferPayload).min(1).max(100) })

/** Routes that sign for the offer-receipt extension of x402: offers of a 402, and receipts of settlements. */
export const x402ReceiptRoutes = (signer: ReceiptSigner): readonly SettlementRoute[] => [
  {
    method: 'POST',
    path: '/x402/offers',
    handle: (body) => ({ signatures: read(Offers, body).offers.map((offer) => signer.jws(offer)) }),
  },
  {
    method: 'POST',
    path: '/x402/receipts',
    handle: (body) => ({ signature: signer.jws(read(ReceiptPayload, body)) }),
  },
]

function read<Schema extends z.ZodType>(schema: Schema, body: unknown): z.output<Schema> {
  const parsed = schema.safeParse(body)
  if (parsed.success) return parsed.data
  throw new Refusal('validation_error', 'This is nothing that is signed here.')
}
