import { type CredentialMint, isPassType } from '#shared/money/credentials.ts'
import { readPaymentHeader, type SentPayment } from '#shared/money/x402/payment-header.ts'

/** A credential that can pay. A key or pass with a wrong form or checksum never reaches the database. */
export type Credential =
  | { kind: 'pass'; id: string; hmac: Buffer }
  | { kind: 'payment'; sent: SentPayment }
  | { kind: 'key'; id: string; hmac: Buffer; trial: boolean }
  | { kind: 'malformed'; code: 'invalid_service_key' | 'invalid_pass' }

/**
 * The credentials of a request in their order of precedence: a pass, then a payment, then the service key. Empty when
 * there is none. Throws 400 for a payment header that is not base64 of a JSON object.
 */
export function credentialsFor(mint: CredentialMint, header: (name: string) => string | undefined): Credential[] {
  return [passOf(mint, header('x-day-pass')), paymentOf(header), keyOf(mint, header('x-service-key'))].filter(
    (credential) => credential !== null,
  )
}

function passOf(mint: CredentialMint, sent: string | undefined): Credential | null {
  if (sent === undefined) return null
  const parsed = mint.parse(sent.trim())
  if (parsed === null || !isPassType(parsed.type)) return { kind: 'malformed', code: 'invalid_pass' }
  return { kind: 'pass', id: parsed.id, hmac: mint.fingerprint(sent.trim()) }
}

function keyOf(mint: CredentialMint, sent: string | undefined): Credential | null {
  if (sent === undefined) return null
  const parsed = mint.parse(sent.trim())
  if (parsed === null || (parsed.type !== 'sk' && parsed.type !== 'tk'))
    return { kind: 'malformed', code: 'invalid_service_key' }
  return { kind: 'key', id: parsed.id, hmac: mint.fingerprint(sent.trim()), trial: parsed.type === 'tk' }
}

/** The header of x402 v2 takes precedence over that of v1. */
function paymentOf(header: (name: string) => string | undefined): Credential | null {
  for (const name of ['payment-signature', 'x-payment']) {
    const sent = header(name)
    if (sent !== undefined) return { kind: 'payment', sent: readPaymentHeader(name, sent.trim()) }
  }
  return null
}
