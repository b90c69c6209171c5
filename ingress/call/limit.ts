import type { LimitName } from '#shared/limits.rules.ts'

import { DEFAULT_BODY_BYTES } from '../http/body/json-size.ts'
import { limitHeaders } from '../http/limiter.ts'
import type { PaymentPlace } from './admission/in-flight.ts'
import type { CallScope } from './call-scope.ts'
import type { CallParts } from './parts.ts'
import { type MadeBy, markMadeBy } from './step.ts'
import type { Validated } from './validate.ts'

type LimitParts = Pick<CallParts, 'config' | 'callLimiter' | 'localLimiter'>

/** A call within its rate limit, and with a place among the calls in flight. */
export type Limited = MadeBy<'limit', Validated & { place: PaymentPlace }>

/**
 * Counts a call against its rate limit and takes a place in flight. Throws 429 over a limit, 503 when this process holds
 * as many calls as it may. A call led by a payment takes its place when the payment is presented.
 */
export async function limitCall(
  parts: LimitParts & Pick<CallParts, 'inFlight'>,
  validated: Validated,
  scope: CallScope,
): Promise<Limited> {
  const { request, entry, credentials, payer, who } = validated
  scope.limitedBy(await countCall(parts, validated))
  const place = parts.inFlight.paymentPlace(request.ip)
  scope.hold(place.leave)
  const isByPayment = credentials[0]?.kind === 'payment' && entry.outcome.cents > 0
  if (!isByPayment) scope.hold(parts.inFlight.enter(who, payer?.kind === 'key' && payer.trial))
  return markMadeBy({ ...validated, place })
}

/** Counts a call against its credential (by fingerprint, so that only its holder can spend it), or its address. */
async function countCall(
  { config, callLimiter }: LimitParts,
  { request, entry, credentials, payer, input }: Validated,
): Promise<Record<string, string>> {
  const { cents } = entry.outcome
  const take = async (name: LimitName, by: string, cost?: number) =>
    limitHeaders(await callLimiter.take(config.limits[name], by, cost))
  // The wallet is known once its payment is verified; until then the call counts by its address.
  if (cents > 0 && payer?.kind !== 'pass' && credentials.some(({ kind }) => kind === 'payment'))
    return take('paid', request.ip)
  if (cents === 0 || payer === undefined) return take('free', request.ip)
  const who = payer.hmac.toString('base64url')
  if (input.bytes > DEFAULT_BODY_BYTES) await take('bytes', who, input.bytes)
  if (payer.kind === 'pass') return take('pass', who)
  return take(payer.trial ? 'trial' : 'key', who)
}

/** Counts a 402 against its address, in this process only: it must touch neither Redis nor the database. */
export async function limitUnpaid({ config, localLimiter }: LimitParts, ip: string): Promise<Record<string, string>> {
  return limitHeaders(await localLimiter.take(config.limits.unpaid, ip))
}
