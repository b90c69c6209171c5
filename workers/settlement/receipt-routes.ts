import type { ReceiptSigner } from '#shared/money/receipts/sign-receipt.ts'
import { readReceiptFields } from '#shared/money/receipts/receipt.ts'

import type { SettlementRoute } from './settlement-handler.ts'

/** Minting, and the public keys that what is minted here is checked with, the current one first. */
export const receiptRoutes = (signer: ReceiptSigner, now: () => Date): readonly SettlementRoute[] => [
  { method: 'POST', path: '/receipts', handle: (body) => signer.sign(readReceiptFields(body), now()) },
  { method: 'GET', path: '/receipts/public-key', handle: () => ({ ok: true, keys: [signer.key] }) },
]
