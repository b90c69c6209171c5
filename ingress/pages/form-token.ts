import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

import { deriveKey } from '#shared/lib/crypto/derive-key.ts'

/** Makes and checks the tokens of forms. A token belongs to the random cookie of one browser. */
export type FormTokens = {
  newVisitor: () => string
  tokenFor: (visitor: string) => string
  isToken: (visitor: string | undefined, sent: string | undefined) => boolean
}

const VISITOR = /^[\w-]{22}$/

/** Tokens of forms (CSRF), derived from the server secret, so that every ingress can check them. */
export function formTokens(serverSecret: string): FormTokens {
  const key = deriveKey(serverSecret, 'form-token-v1')
  const digest = (visitor: string) => createHmac('sha256', key).update(visitor).digest()
  return {
    newVisitor: () => randomBytes(16).toString('base64url'),
    tokenFor: (visitor) => digest(visitor).toString('base64url'),
    isToken(visitor = '', sent = '') {
      if (!VISITOR.test(visitor)) return false
      const [own, other] = [digest(visitor), Buffer.from(sent, 'base64url')]
      return own.length === other.length && timingSafeEqual(own, other)
    },
  }
}
