import { isPublicKeyForgery } from './hmac-facts.ts'
import type { VerifyKeys } from './read-key.ts'
import type { Token } from './read-token.ts'
import type { Warning, WarningCode } from './token-warning.ts'

/** What the header alone tells, and how it fits the given key. */
export function headerWarnings(token: Token, given: VerifyKeys | null): Warning[] {
  const { header } = token
  const { alg, kid } = header
  const warnings: Warning[] = []
  const warn = (severity: Warning['severity'], code: WarningCode, message: string) =>
    warnings.push({ code, severity, message })
  const isNone = typeof alg === 'string' && alg.toLowerCase() === 'none'

  if (isNone) warn('high', 'alg_none', 'The token is not signed (alg none): anyone can write one like it.')
  if (typeof alg !== 'string') warn('high', 'missing_alg', 'The header names no algorithm.')
  if (token.type === 'JWS' && !isNone && token.signature.length === 0) {
    warn('high', 'missing_signature', 'The header names an algorithm and the signature is empty: it was stripped.')
  }
  if (token.type === 'JWE' && alg === 'RSA1_5')
    warn('medium', 'weak_encryption', 'RSA1_5 is open to padding attacks; use RSA-OAEP-256.')
  if (
    typeof alg === 'string' &&
    /^HS[0-9]+$/i.test(alg) &&
    given?.keys.some(({ key }) => key.type !== 'secret') === true
  ) {
    warn(
      'high',
      'alg_confusion',
      isPublicKeyForgery(token, given)
        ? 'The signature is an HMAC whose secret is the text of this public key: the token is forged.'
        : 'The token asks for an HMAC and the key is a public key: a verifier that trusts alg would take the public key as secret.',
    )
  }
  if (header['jku'] !== undefined || header['x5u'] !== undefined) {
    warn(
      'high',
      'jku_or_x5u_header',
      'The header says where to fetch the key (jku, x5u): never follow it, the sender chose it.',
    )
  }
  if (header['jwk'] !== undefined || header['x5c'] !== undefined) {
    warn(
      'medium',
      'embedded_key',
      'The header brings its own key (jwk, x5c): it proves nothing unless that key is trusted already.',
    )
  }
  if (kid !== undefined && isInjection(kid)) {
    warn(
      'high',
      'kid_injection',
      'The kid looks like a path, a query or a command: look it up in a fixed list, never in a file or database.',
    )
  }
  return warnings
}

/** Shapes that no key id needs and that files, SQL and shells give a meaning to. */
const INJECTIONS = [
  /\.\.[/\\]|^~\/|^[a-z]:\\|^file:|^\/(?:etc|dev|proc|tmp|var|home|root|usr|opt|app|keys?)\b/iu,
  /[\p{Cc}'"`;|<>]|\$[({]|%(?:00|2e|2f|5c|27)/iu,
  /\bunion\s+(?:all\s+)?select\b|\bor\s+1\s*=\s*1/iu,
]

const isInjection = (kid: unknown) => typeof kid !== 'string' || INJECTIONS.some((shape) => shape.test(kid))
