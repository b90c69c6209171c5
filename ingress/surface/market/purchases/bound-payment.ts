import { acceptsFor } from '#shared/money/accepts.ts'
import { centsOf } from '#shared/lib/micro-usdc.ts'
import { matchPayment } from '#shared/money/x402/match-payment.ts'
import type { SentPayment } from '#shared/money/x402/payment-header.ts'
import { readPayment } from '#shared/money/x402/read-payment.ts'

import type { IngressDeps } from '../../../deps.ts'

/**
 * The price in cents at which a payment was bound to this path before; null for a new one. The price of the listing may
 * have changed since, so the payment is read by the amount that it echoes, which is only compared with what is stored.
 */
export async function boundCents(
  { config, db }: Pick<IngressDeps, 'config' | 'db'>,
  path: string,
  sent: SentPayment,
): Promise<number | null> {
  const amount = sent.accepted?.amount ?? ''
  if (!/^\d{1,18}$/.test(amount)) return null
  const requirements = acceptsFor(config, BigInt(amount), false)
  const match = matchPayment(sent, { url: config.publicBaseUrl + path, paths: [path], requirements })
  const key = match.kind === 'matched' ? match.payment.key : match.kind === 'invalid' ? match.key : null
  const known = key === null ? null : await readPayment(db.pg, key)
  return known === null || known.state === 'claimed' || known.resource !== `POST ${path}` ? null : centsOf(known.amount)
}
