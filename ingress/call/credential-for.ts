import type { Refusal } from '#shared/errors.ts'
import { type CredentialMint, isPassType } from '#shared/money/credentials.ts'
import { isMppScheme } from '#shared/money/mpp/credential.ts'
import { refuseMalformed, type SentPayment } from '#shared/money/x402/payment-header.ts'

import { payingCredentials } from '../http/paying-credentials.ts'
import { refuseMalformedKey, refusePass } from './challenge/refuse-credential.ts'

/** A key or pass. One with a wrong form or checksum never reaches the database. */
type KeyOrPass =
  | { kind: 'pass'; id: string; hmac: Buffer }
  | { kind: 'key'; id: string; hmac: Buffer; trial: boolean }
  | { kind: 'malformed'; refusal: Refusal }
type PaymentHeader = { kind: 'payment'; name: string; text: string }

/** A credential that can pay. */
export type Credential = KeyOrPass | { kind: 'payment'; sent: SentPayment }

/** A credential as its header says it. A payment is not decoded yet, because that costs more than all else of a header. */
export type SentCredential = KeyOrPass | PaymentHeader

/**
 * The credentials of a request in their order of precedence: a pass, then a payment, then the service key. Empty when
 * there is none. Throws 400 for two different service keys.
 */
export function credentialsFor(mint: CredentialMint, header: (name: string) => string | undefined): SentCredential[] {
  const { key, pass } = payingCredentials(header)
  return [passOf(mint, pass), paymentHeaderOf(header), keyOf(mint, key)].filter((credential) => credential !== null)
}

function passOf(mint: CredentialMint, sent: string | undefined): KeyOrPass | null {
  if (sent === undefined) return null
  const parsed = mint.parse(sent)
  if (parsed === null || !isPassType(parsed.type))
    return { kind: 'malformed', refusal: refusePass('invalid_pass', null) }
  return { kind: 'pass', id: parsed.id, hmac: mint.fingerprint(sent) }
}

function keyOf(mint: CredentialMint, sent: string | undefined): KeyOrPass | null {
  if (sent === undefined) return null
  const parsed = mint.parse(sent)
  if (parsed === null || (parsed.type !== 'sk' && parsed.type !== 'tk'))
    return { kind: 'malformed', refusal: refuseMalformedKey(sent) }
  return { kind: 'key', id: parsed.id, hmac: mint.fingerprint(sent), trial: parsed.type === 'tk' }
}

/**
 * The payment of a request; null without one. The header of x402 v2 takes precedence over that of v1. Throws 400 for a
 * credential of MPP beside a payment of x402: both might be valid, and one call has one payer.
 */
export function paymentHeaderOf(header: (name: string) => string | undefined): PaymentHeader | null {
  const name = ['payment-signature', 'x-payment'].find((one) => header(one) !== undefined)
  const authorization = header('authorization')?.trim()
  if (authorization !== undefined && isMppScheme(authorization)) {
    if (name !== undefined) throw refuseMalformed(name, 'It came with Authorization: Payment; send one of them.')
    return { kind: 'payment', name: 'authorization', text: authorization }
  }
  return name === undefined ? null : { kind: 'payment', name, text: header(name)?.trim() ?? '' }
}
