import { randomBytes } from 'node:crypto'

import type { EntityManager } from '@mikro-orm/sql'

import { fragment, now } from '#shared/db/fragment.ts'
import { Refusal } from '#shared/errors.ts'
import type { CredentialMint } from '#shared/money/credentials.ts'

import { EmailConfirmation } from './email-confirmation.entity.ts'
import { MarketUser } from './market-user.entity.ts'

/** How long a confirmation token works, in hours. */
export const CONFIRM_HOURS = 48

/** Issues a token for the address of a user: 256 random bits, of which only an HMAC is stored. It voids earlier ones. */
export async function issueConfirmation(
  em: EntityManager,
  mint: CredentialMint,
  { userId, email }: { userId: string; email: string },
): Promise<string> {
  const token = `fbc_${randomBytes(32).toString('base64url')}`
  await em.nativeDelete(EmailConfirmation, { userId })
  const expiresAt = fragment`now() + make_interval(hours => ${CONFIRM_HOURS})`
  await em.insert(EmailConfirmation, { hmac: mint.fingerprint(token), userId, email, expiresAt })
  return token
}

/**
 * Confirms the address that a token was sent to, once, inside the caller's transaction. Throws 401 `invalid_reset_token`
 * for a token that is unknown, used, expired, or of an address that the account no longer has.
 */
export async function confirmEmail(em: EntityManager, mint: CredentialMint, token: string): Promise<void> {
  const hmac = mint.fingerprint(token)
  const found = await em.findOne(EmailConfirmation, { hmac, expiresAt: { $gt: now } })
  const used = found === null ? 0 : await em.nativeDelete(EmailConfirmation, { hmac })
  if (found !== null && used > 0) {
    const isTheirs = { id: found.userId, email: found.email, status: 'active' } as const
    if ((await em.nativeUpdate(MarketUser, isTheirs, { emailConfirmedAt: now, updatedAt: now })) > 0) return
  }
  throw new Refusal('invalid_reset_token', 'This token is unknown, used or expired.', {
    fix: { action: 'Have a new one sent.', method: 'POST', path: '/api/auth/email/confirmation' },
  })
}
