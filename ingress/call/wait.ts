import { readFinal } from '#shared/calls/read.ts'
import { releaseUnstarted } from '#shared/calls/release.ts'
import type { WaitEnd } from '#shared/calls/waiters.ts'

import type { TrustedCall } from './admission/unproven-wallets.ts'
import type { CallParts } from './parts.ts'
import type { Queued } from './enqueue.ts'
import { type MadeBy, markMadeBy } from './step.ts'

/** How much longer than its run a caller waits for a payment whose settlement is unknown. The answer is 202 then. */
const SETTLE_WAIT_MS = 20_000

/** A call whose wait is over: it is final, or its time was up, or its caller left. */
export type Ended = MadeBy<'wait', Queued & { ended: WaitEnd }>

/** Waits until the call is final, for as long as its caller wants, at most 55 s. */
export async function waitForEnd(parts: CallParts, queued: Queued): Promise<Ended> {
  const { charge, entry, preferences, request } = queued
  const wait = await waitOf(parts, queued)
  const waitMs =
    charge.payment === undefined
      ? preferences.waitMs
      : Math.min(preferences.waitMs, entry.outcome.timeoutMs + SETTLE_WAIT_MS)
  const timer = setTimeout(() => wait.end('time'), waitMs)
  request.onLeave(() => wait.end('left'))
  const ended = await parts.tracer.within('wait', {}, () => wait.ended)
  clearTimeout(timer)

  if (ended === 'left') await giveBack(parts, queued)
  if (entry.outcome.isolation === 'thread') void noteSlow(parts, queued, ended)
  const trusted = charge.payment?.trusted ?? null
  if (trusted !== null) void noteTrusted(parts, charge.callId, trusted, ended)
  return markMadeBy({ ...queued, ended })
}

/** The wait for the call itself, or for the earlier call that a replay is answered by. */
async function waitOf({ waiters, db }: CallParts, { charge, wait }: Queued): Promise<Queued['wait']> {
  if (!charge.replayed) return wait
  wait.end('left')
  const replay = waiters.wait(charge.callId)
  // A call that is final already sends no hint.
  const [final] = await readFinal(db.pg, [charge.callId])
  if (final !== undefined) replay.end(final)
  return replay
}

/** Releases the hold of a caller who left before the run began, unless somebody else waits for the same call. */
async function giveBack({ waiters, db }: CallParts, { charge }: Queued): Promise<void> {
  const { callId, replayed, payment } = charge
  // A payment that settles first cannot be called back: the call goes on, and its payer can read the answer.
  if (replayed || payment?.isPaying === true || waiters.isAwaited(callId)) return
  await releaseUnstarted(db.pg, callId)
}

/** Counts an input that ran into its time limit, also when nobody waits for its answer any more. */
async function noteSlow(parts: CallParts, { charge, who, request }: Queued, ended: WaitEnd): Promise<void> {
  const end = await finalOf(parts, charge.callId, ended)
  if (typeof end !== 'string' && end.refusal?.extra?.['ran_ms'] !== undefined) parts.slowInputs.add(who ?? request.ip)
}

/** Tells what trusted an unproven wallet how its call ended, also when nobody waits for the answer any more. */
async function noteTrusted(parts: CallParts, callId: string, trusted: TrustedCall, ended: WaitEnd): Promise<void> {
  const end = await finalOf(parts, callId, ended)
  trusted.ended(typeof end === 'string' ? null : end)
}

const finalOf = ({ waiters }: CallParts, callId: string, ended: WaitEnd): Promise<WaitEnd> | WaitEnd =>
  typeof ended === 'string' ? waiters.wait(callId).ended : ended
