import type { BodyRoom } from '../http/body/body-room.ts'
import type { CallScope } from './call-scope.ts'
import { tooManyNotGenuine } from './challenge/refuse-credential.ts'
import { type Preferences, preferencesOf } from './input/preferences.ts'
import type { Credential } from './credential-for.ts'
import type { CallParts } from './parts.ts'
import { presentedPayer } from './payer-kind.ts'
import type { Presented } from './present.ts'
import { type MadeBy, markMadeBy } from './step.ts'

/** A call whose body may be read. */
export type Entered = MadeBy<
  'enter',
  Omit<Presented, 'credentials'> & {
    credentials: readonly Credential[]
    preferences: Preferences
    bodyRoom: ReturnType<BodyRoom['enter']>
  }
>

/**
 * Lets a request in before its payment is decoded and its body is read. Throws 429 for an address or credential with too
 * many refused requests of late, 503 where there is no room for the body, 400 for malformed preferences and for a payment
 * header that is not base64 of a JSON object.
 */
export function enter(
  { config, guesses, knownPayers, refused, bodyRoom, sentPayments }: CallParts,
  presented: Presented,
  scope: CallScope,
): Entered {
  const { request, entry, who, payerLeads } = presented
  request.onPayer?.(presentedPayer(presented.credentials))
  const isKnown = who !== null && payerLeads && knownPayers.has(who)
  const mayGuess = guesses.countOf(request.ip) < config.limits['unknown-credential'].points
  if (who !== null && payerLeads && !isKnown && !mayGuess) throw tooManyNotGenuine()
  const preferences = preferencesOf(request.header)
  const bytes = Math.min(request.bodyBytes ?? Infinity, entry.outcome.maxBodyBytes)
  scope.countVisit(isKnown ? refused.enterKnown(who, bytes) : refused.enter(request.ip, bytes))
  const credentials = presented.credentials.map((sent): Credential =>
    sent.kind === 'payment' ? { kind: 'payment', sent: sentPayments.read(sent.name, sent.text) } : sent,
  )
  request.onPayer?.(presentedPayer(credentials))
  const room = bodyRoom.enter(request.ip, bytes)
  scope.hold(room.leave)
  return markMadeBy({ ...presented, credentials, preferences, bodyRoom: room })
}
