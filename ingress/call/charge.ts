import type { Waiters } from '#shared/calls/waiters.ts'
import { type AcceptedCall, acceptedCall } from '#shared/calls/accepted-call.ts'
import { isGuess, Refusal } from '#shared/errors.ts'

import type { Admitted } from './admit.ts'
import { type Charge, chargeCredential } from './accept/charge-credential.ts'
import { callbackOf } from './callback.ts'
import { mayCarry, sealAttempt } from './carry-first-attempt.ts'
import type { CallScope } from './call-scope.ts'
import type { CallParts } from './parts.ts'
import { type MadeBy, markMadeBy } from './step.ts'
import { chargedPayer } from './payer-kind.ts'

/** A call that is paid for: its money is held, or a pass covers it, or it is free. */
export type Charged = MadeBy<
  'charge',
  Admitted & {
    charge: Charge
    wait: ReturnType<Waiters['wait']>
    /** What may be enqueued; null for a replay, and for a call whose payment settles before it runs. */
    toRun: AcceptedCall | null
  }
>

/**
 * Charges the call: from here on money may be held. Throws the refusal of the credential that does not pay, and 503 when
 * the database did not say whether it accepted the call.
 */
export async function chargeCall(parts: CallParts, admitted: Admitted, scope: CallScope): Promise<Charged> {
  const { callId, entry, who, request, confirmAdmission } = admitted
  let callback: string | null = null
  // The wait begins before the call can run, so that no hint comes too early.
  const wait = parts.waiters.wait(callId)
  try {
    callback = callbackOf(admitted, parts.callbackHosts)
    if (callback !== null) await parts.callbacks.ask(callId, callback)
    const charge = await parts.tracer.within('accept', {}, () =>
      chargeCredential(parts.acceptor, parts.onChain, entry, admitted.credentials, callToCharge(admitted)),
    )
    if (charge.payment !== undefined) admitted.place.verified(charge.payment.wallet, charge.replayed)
    scope.accepted()
    if (callback !== null) await parts.callbacks.note({ asked: callId, accepted: charge.callId }, callback)
    request.onPayer?.(chargedPayer(charge, admitted.credentials))
    confirmAdmission(!charge.replayed)
    if (who !== null && entry.outcome.cents > 0) parts.knownPayers.add(who)
    const isQueued = !charge.replayed && charge.payment?.isPaying !== true
    const { slug, pool } = entry.outcome
    const toRun = isQueued ? acceptedCall({ callId, slug, pool }, sealAttempt(parts, admitted, charge)) : null
    return markMadeBy({ ...admitted, charge, wait, toRun })
  } catch (error) {
    confirmAdmission(false)
    wait.end('left')
    if (callback !== null && error instanceof Refusal) parts.callbacks.forget(callId)
    if (error instanceof Refusal && who !== null && isGuess(error.code)) parts.guesses.add(request.ip)
    throw parts.refuseInDoubt(callId, error)
  }
}

function callToCharge(admitted: Admitted) {
  const { callId, entry, input, preferences, request, place } = admitted
  const { outcome, priceMicroUsdc } = entry
  return {
    callId,
    slug: outcome.slug,
    pool: outcome.pool,
    priceMicroUsdc,
    timeoutMs: outcome.timeoutMs,
    input: input.stored,
    bodyDigest: input.canonicalDigest,
    inputDigest: preferences.idempotencyKey === null ? input.digest() : input.canonicalDigest(),
    idempotencyKey: preferences.idempotencyKey,
    ip: request.ip,
    enter: place.enter,
    maxCents: preferences.maxCents,
    isCarried: mayCarry(admitted),
    parts: entry.members?.map((member) => member.outcome.slug) ?? input.steps ?? null,
    isOfSeller: request.seller !== undefined,
  }
}
