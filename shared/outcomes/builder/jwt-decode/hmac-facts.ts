import { createHmac, timingSafeEqual } from 'node:crypto'

import type { VerifyKeys } from './read-key.ts'
import type { Token } from './read-token.ts'
import { WEAK_SECRETS } from './weak-secrets.rules.ts'

const HASHES = new Map<unknown, { hash: string; bytes: number }>([
  ['HS256', { hash: 'sha256', bytes: 32 }],
  ['HS384', { hash: 'sha384', bytes: 48 }],
  ['HS512', { hash: 'sha512', bytes: 64 }],
])

/** Whether the token is an HMAC made with this secret. */
function isMadeWith(token: Token, secret: string | Buffer): boolean {
  if (token.type !== 'JWS') return false
  const hash = HASHES.get(token.header['alg'])?.hash
  if (hash === undefined) return false
  const made = createHmac(hash, secret).update(token.signingInput).digest()
  return made.length === token.signature.length && timingSafeEqual(made, token.signature)
}

/** Why the secret behind an HMAC token is weak, as far as the token and the given key show it; null when they do not. */
export function weakSecret(token: Token, given: VerifyKeys | null): string | null {
  const needed = HASHES.get(token.header['alg'])?.bytes
  if (needed === undefined) return null
  const secrets = given?.keys.filter(({ kind }) => kind === 'secret').map(({ key }) => key.export()) ?? []
  if (WEAK_SECRETS.some((secret) => isMadeWith(token, secret))) {
    return 'The token is signed with a secret that is known from tutorials and defaults: anyone can forge it.'
  }
  if (secrets.some((secret) => secret.length < needed)) {
    return `The secret is shorter than the ${needed} bytes that RFC 7518, section 3.2 asks for; it may be guessed offline.`
  }
  if (secrets.some((secret) => new Set(secret).size < 8))
    return 'The secret repeats a few bytes; it may be guessed offline.'
  return null
}

/** Whether an HMAC token was made with the text of a public key as its secret: the classic forgery. */
export function isPublicKeyForgery(token: Token, given: VerifyKeys | null): boolean {
  const text = given?.asSent
  if (text === null || text === undefined) return false
  return [text, text.trim(), `${text.trim()}\n`].some((secret) => isMadeWith(token, secret))
}
