import { keyCouldPay } from '#shared/calls/key-could-pay.ts'
import { RUN_SLUG } from '#shared/catalog/run-outcome.ts'

import type { Credential, SentCredential } from '../credential-for.ts'
import type { CallParts } from '../parts.ts'
import { termsOf } from '../payment/terms-of.ts'

/** For whom the model is asked: names that the limits count. Null: for nobody, so our own rules plan alone. */
export type Askers = readonly [string, ...string[]] | null

/**
 * For whom a paid run asks the model: the wallet of a payment that would be good, else the key that could pay. It is found out
 * before any money moves; what ends the call with a 402 later asks nobody.
 */
export async function payerAsks(parts: CallParts, credentials: readonly Credential[], ip: string): Promise<Askers> {
  const payment = credentials.find((credential) => credential.kind === 'payment')
  if (payment === undefined) return keyAsks(parts, credentials)
  const entry = parts.forSale.get(RUN_SLUG)
  if (entry === undefined) return null
  const wallet = await parts.payments.walletIfGood(payment.sent, termsOf(parts.config, entry), ip)
  return wallet === null ? null : [`wallet:${wallet}`, `ip:${ip}`]
}

/** For whom a free plan asks the model: a prepaid key that could pay for the run. */
export async function keyAsks(
  { db, forSale }: CallParts,
  credentials: readonly (Credential | SentCredential)[],
): Promise<Askers> {
  const key = credentials.find((credential) => credential.kind === 'key')
  const priceMicroUsdc = forSale.get(RUN_SLUG)?.priceMicroUsdc
  if (key === undefined || key.trial || priceMicroUsdc === undefined) return null
  const could = await keyCouldPay(db.pg, { keyId: key.id, keyHmac: key.hmac, priceMicroUsdc })
  return could ? [`key:${key.hmac.toString('base64url')}`] : null
}
