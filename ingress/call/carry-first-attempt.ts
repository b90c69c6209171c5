import { type FirstAttempt, MOST_CARRIED_BYTES } from '#shared/calls/carried-attempt.ts'
import { mayHoldSecret } from '#shared/calls/seal.ts'

import type { Admitted } from './admit.ts'
import type { Charge } from './accept/charge-credential.ts'
import type { CallParts } from './parts.ts'

/** Whether the first attempt of this call may travel with its job, if a key pays: it may run twice, and its input is small. */
export const mayCarry = ({ entry, input }: Pick<Admitted, 'entry' | 'input'>): boolean =>
  entry.outcome.pure && Buffer.byteLength(input.stored) <= MOST_CARRIED_BYTES && !mayHoldSecret(input.stored)

/**
 * The sealed first attempt of a call; null for a call that a worker starts by its id. A key's call was accepted with it. A
 * payment that settles after the run has it offered only, so that workers of the release before can run the call too.
 */
export function sealAttempt(
  { attempts, replyTo }: CallParts,
  admitted: Admitted,
  { payer, replayed, payment, accountId = null }: Charge,
): FirstAttempt | null {
  const isCarried = payer === 'prepaid' || payer === 'trial'
  const isOffered = payment?.isPaying === false
  if (replayed || !(isCarried || isOffered) || !mayCarry(admitted)) return null
  const { callId, entry, input } = admitted
  const { slug, timeoutMs } = entry.outcome
  const sealed = attempts.seal(callId, { slug, timeoutMs, replyTo, accountId, input: input.stored.toString() })
  return { kind: isCarried ? 'carried' : 'offered', sealed }
}
