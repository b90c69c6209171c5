import { canonicalJson } from '#shared/lib/crypto/digest.ts'
import { isEd25519Signed, keyHex } from '#shared/lib/crypto/ed25519.ts'

import type { Span } from './span.ts'

export type UnsignedSpan = { span: Span; why: 'unsigned' | 'bad_signature' | 'unknown_key' }

/**
 * Spans without a good Ed25519 signature over the RFC 8785 form of the span without its `signature`. `keys` (hex or
 * base64), where given, are the only ones that count; a span names its own in `public_key`.
 */
export function unsignedSpans(spans: Iterable<Span>, keys: readonly string[] | undefined): UnsignedSpan[] {
  const trusted = keys?.flatMap((key) => keyHex(key) ?? [])
  const found: UnsignedSpan[] = []
  for (const span of spans) {
    const why = problemOf(span, trusted)
    if (why !== null) found.push({ span, why })
  }
  return found
}

function problemOf(
  { signature, publicKey, sent }: Span,
  trusted: readonly string[] | undefined,
): UnsignedSpan['why'] | null {
  if (signature === null) return 'unsigned'
  const own = publicKey === null ? null : keyHex(publicKey)
  if (own === null && (publicKey !== null || trusted === undefined)) return 'unknown_key'
  if (own !== null && trusted !== undefined && !trusted.includes(own)) return 'unknown_key'
  const { signature: _, ...signed } = sent
  const message = canonicalJson(signed)
  const candidates = own === null ? (trusted ?? []) : [own]
  return candidates.some((key) => isEd25519Signed(key, signature, message)) ? null : 'bad_signature'
}
