import { keyCouldPay } from '#shared/calls/key-could-pay.ts'
import { RUN_SLUG } from '#shared/catalog/run-outcome.ts'

import type { Credential, SentCredential } from '../credential-for.ts'
import type { CallParts } from '../parts.ts'
import { termsOf } from '../payment/terms-of.ts'
import { isWithinLimits } from './within-limits.ts'

/**
 * For whom a paid run asks the model, as the limits count it: the wallet of a payment that would be good, else the key that could
 * pay. It is found out before any money moves; null where the call will end with a 402, and our own rules plan alone.
 */
export async function payerAsks(
  parts: CallParts,
  credentials: readonly Credential[],
  ip: string,
): Promise<string | null> {
  const payment = credentials.find((credential) => credential.kind === 'payment')
  if (payment === undefined) return keyAsks(parts, credentials)
  const entry = parts.forSale.get(RUN_SLUG)
  // A payment that pays for nothing yet may come again and again: its address is counted before the facilitator is asked.
  if (entry === undefined || !(await isWithinLimits(parts, `ip:${ip}`))) return null
  const wallet = await parts.payments.walletIfGood(payment.sent, termsOf(parts.config, entry), ip)
  return wallet === null ? null : `wallet:${wallet}`
}

/** For whom a free plan asks the model: a prepaid key that could pay for the run; null for anybody else. */
export async function keyAsks(
  { db, forSale }: CallParts,
  credentials: readonly (Credential | SentCredential)[],
): Promise<string | null> {
  const key = credentials.find((credential) => credential.kind === 'key')
  const priceMicroUsdc = forSale.get(RUN_SLUG)?.priceMicroUsdc
  if (key === undefined || key.trial || priceMicroUsdc === undefined) return null
  const could = await keyCouldPay(db.pg, { keyId: key.id, keyHmac: key.hmac, priceMicroUsdc })
  return could ? `key:${key.hmac.toString('base64url')}` : null
}
