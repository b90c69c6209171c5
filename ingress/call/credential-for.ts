import { Refusal } from '#shared/errors.ts'
import type { CredentialMint } from '#shared/money/credentials.ts'

/** One thing a caller can pay with. A key or pass whose form or checksum is wrong never reaches the database. */
export type Credential =
  | { kind: 'pass'; id: string; hmac: Buffer }
  | { kind: 'payment'; header: 'payment-signature' | 'x-payment' }
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
  if (parsed === null || parsed.type === 'sk' || parsed.type === 'tk')
    return { kind: 'malformed', code: 'invalid_pass' }
  return { kind: 'pass', id: parsed.id, hmac: mint.fingerprint(sent.trim()) }
}

function keyOf(mint: CredentialMint, sent: string | undefined): Credential | null {
  if (sent === undefined) return null
  const parsed = mint.parse(sent.trim())
  if (parsed === null || (parsed.type !== 'sk' && parsed.type !== 'tk'))
    return { kind: 'malformed', code: 'invalid_service_key' }
  return { kind: 'key', id: parsed.id, hmac: mint.fingerprint(sent.trim()), trial: parsed.type === 'tk' }
}

const MAX_PAYMENT_HEADER = 16_384

function paymentOf(header: (name: string) => string | undefined): Credential | null {
  const name = header('payment-signature') === undefined ? 'x-payment' : 'payment-signature'
  const sent = header(name)
  if (sent === undefined) return null
  if (sent.length > MAX_PAYMENT_HEADER || !isJsonObject(sent)) {
    throw new Refusal('malformed_payment', `The ${name.toUpperCase()} header is not base64 of a JSON object.`, {
      fix: { action: 'Send the payment payload as standard base64 of UTF-8 JSON, once.' },
    })
  }
  return { kind: 'payment', header: name }
}

function isJsonObject(base64: string): boolean {
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(base64)) return false
  try {
    const value: unknown = JSON.parse(Buffer.from(base64, 'base64').toString('utf8'))
    return typeof value === 'object' && value !== null && !Array.isArray(value)
  } catch {
    return false
  }
}
