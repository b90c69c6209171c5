import { z } from 'zod'

import { Refusal } from '#shared/errors.ts'
import { SignedStatement } from '#shared/lib/crypto/signed-statement.ts'
import type { ReceiptKey } from '#shared/money/receipts/public-key.ts'
import { readReceiptFields } from '#shared/money/receipts/receipt.ts'
import type { ReceiptSigner } from '#shared/money/receipts/sign-receipt.ts'
import { ENVELOPE_TYPES } from '#shared/doors/attestations.ts'

import type { SettlementRoute } from './settlement-handler.ts'

/** Request for a DSSE envelope: one of our types, and the payload in base64. */
const Wish = z.object({ payload_type: z.enum(ENVELOPE_TYPES), payload: z.base64().min(4).max(60_000) })

/**
 * Routes that sign receipts, envelopes and statements, and the public keys to verify them: the current one first, then those
 * of earlier seeds.
 */
export const receiptRoutes = (
  signer: ReceiptSigner,
  now: () => Date,
  formerKeys: readonly ReceiptKey[] = [],
): readonly SettlementRoute[] => [
  { method: 'POST', path: '/receipts', handle: (body) => signer.sign(readReceiptFields(body), now()) },
  {
    method: 'POST',
    path: '/envelopes',
    handle: (body) => {
      const wish = Wish.safeParse(body)
      if (!wish.success) throw new Refusal('validation_error', 'This is no payload of a type that is signed here.')
      return signer.envelope(wish.data.payload_type, Buffer.from(wish.data.payload, 'base64'))
    },
  },
  {
    method: 'POST',
    path: '/statements',
    handle: (body) => {
      const statement = SignedStatement.safeParse(body)
      if (!statement.success)
        throw new Refusal('validation_error', 'This is no statement of a profile that is signed here.')
      return signer.statement(statement.data)
    },
  },
  { method: 'GET', path: '/receipts/public-key', handle: () => ({ ok: true, keys: [signer.key, ...formerKeys] }) },
]
