import { MOST_CARRIED_BYTES } from '#shared/calls/carried-attempt.ts'
import { mayHoldSecret } from '#shared/calls/seal.ts'

import type { Admitted } from './admit.ts'
import type { Charge } from './accept/charge-credential.ts'
import type { CallParts } from './parts.ts'

/** Whether the first attempt of this call may travel with its job, if a key pays: it may run twice, and its input is small. */
export const mayCarry = ({ entry, input }: Pick<Admitted, 'entry' | 'input'>): boolean =>
  entry.outcome.pure && Buffer.byteLength(input.stored) <= MOST_CARRIED_BYTES && !mayHoldSecret(input.stored)

/** The sealed first attempt of a call that was accepted with one; null for a call that a worker starts by its id. */
export function sealAttempt({ attempts, replyTo }: CallParts, admitted: Admitted, charge: Charge): string | null {
  const isByKey = charge.payer === 'prepaid' || charge.payer === 'trial'
  if (charge.replayed || !isByKey || !mayCarry(admitted)) return null
  const { callId, entry, input } = admitted
  const { slug, timeoutMs } = entry.outcome
  return attempts.seal(callId, {
    slug,
    timeoutMs,
    replyTo,
    accountId: charge.accountId ?? null,
    input: input.stored.toString(),
  })
}
