import { Refusal } from '#shared/errors.ts'
import type { CredentialMint } from '#shared/money/credentials.ts'

import { credentialsFor, type SentCredential } from '../../../call/credential-for.ts'

/**
 * The credential of a request that pays what the marketplace sells: a payment, then the key; null when none was sent.
 * Throws 402 for one that pays for calls alone (a pass, a trial key), and for a malformed one.
 */
export function payingCredential(
  mint: CredentialMint,
  header: (name: string) => string | undefined,
): Exclude<SentCredential, { kind: 'malformed' | 'pass' }> | null {
  const sent = credentialsFor(mint, header)
  const paying = sent.find(({ kind }) => kind === 'payment') ?? sent.find((one) => !isPass(one))
  if (paying === undefined) {
    if (sent.length > 0) throw notAccepted('A pass pays for calls alone.')
    return null
  }
  if (paying.kind === 'malformed') throw paying.refusal
  if (paying.kind === 'pass') throw notAccepted('A pass pays for calls alone.')
  if (paying.kind === 'key' && paying.trial) throw notAccepted('A trial key pays for calls alone.')
  return paying
}

const isPass = (one: SentCredential): boolean =>
  one.kind === 'pass' || (one.kind === 'malformed' && one.refusal.code === 'invalid_pass')

const notAccepted = (why: string) =>
  new Refusal('trial_not_accepted', `${why} Nothing was charged.`, {
    fix: { action: 'Pay with one of accepts[] (x402), or send a prepaid key.' },
  })
