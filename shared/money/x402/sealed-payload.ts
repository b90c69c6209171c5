import { z } from 'zod'

import type { Sealer } from '#shared/calls/seal.ts'

import type { PaymentRequirements } from '../accepts.ts'
import type { ForwardedPayload } from './match-payment.ts'

/**
 * The data needed to settle a payment later. A signed authorization can move money, so the database only holds it
 * encrypted.
 */
export type SettlePayload = { payload: ForwardedPayload; requirement: PaymentRequirements }

const FIELD = 'payment'

export const sealPayload = (sealer: Sealer, callId: string, payment: SettlePayload): string =>
  sealer.seal(callId, [FIELD], '{}', { [FIELD]: payment })

/** Decrypts what `sealPayload` encrypted. Throws when it was encrypted with another server secret. */
export function openPayload(sealer: Sealer, callId: string, sealed: string): SettlePayload {
  return Sealed.parse(sealer.open(callId, [FIELD], sealed)).payment
}

const Requirement = z.object({
  scheme: z.literal('exact'),
  network: z.string(),
  amount: z.string(),
  asset: z.string(),
  payTo: z.string(),
  maxTimeoutSeconds: z.number(),
  extra: z.record(z.string(), z.string()),
})
const Settle = z.object({
  requirement: Requirement,
  payload: z.object({
    x402Version: z.literal(2),
    resource: z.object({ url: z.string() }),
    accepted: Requirement,
    payload: z.record(z.string(), z.unknown()),
  }),
})
const Sealed = z.object({ [FIELD]: Settle })
