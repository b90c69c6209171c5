import { createHmac, timingSafeEqual } from 'node:crypto'

/** Seconds that the time of a signature may be before or after ours. */
export const SIGNATURE_TOLERANCE_S = 300
/** Digests of a header that are compared: there is one for each secret while one is replaced. */
const MOST_DIGESTS = 8
const MOST_HEADER_CHARS = 2_000

export type SignatureFault = 'no_signature' | 'malformed' | 'too_old' | 'in_the_future' | 'wrong'

/**
 * Why `Stripe-Signature` does not sign the bytes of a body; null when it does. Any of the secrets and any `v1` of the
 * header will do. Unlike the SDK it refuses times in the future too, and it never accepts an empty secret.
 */
export function signatureFault(
  body: Uint8Array,
  header: string | undefined,
  { secrets, nowS }: { secrets: readonly string[]; nowS: number },
): SignatureFault | null {
  if (header === undefined || header.length > MOST_HEADER_CHARS) return 'no_signature'
  const parts = header.split(',').map((part) => part.trim().split('=', 2))
  const time = parts.find(([name]) => name === 't')?.[1] ?? ''
  const digests = parts.flatMap(([name, value = '']) => (name === 'v1' && /^[0-9a-f]{64}$/.test(value) ? [value] : []))
  if (!/^\d{1,12}$/.test(time) || digests.length === 0) return 'malformed'
  const ageS = nowS - Number(time)
  if (ageS > SIGNATURE_TOLERANCE_S) return 'too_old'
  if (ageS < -SIGNATURE_TOLERANCE_S) return 'in_the_future'
  const sent = digests.slice(0, MOST_DIGESTS).map((digest) => Buffer.from(digest, 'hex'))
  const isSigned = secrets
    .filter((secret) => secret !== '')
    .map((secret) => createHmac('sha256', secret).update(`${time}.`).update(body).digest())
    .some((own) => sent.some((digest) => timingSafeEqual(own, digest)))
  return isSigned ? null : 'wrong'
}
