import { RUN_SLUG } from '#shared/catalog/run-outcome.ts'
import { Refusal } from '#shared/errors.ts'
import { cacheFor } from '#shared/lib/concurrency/cache-for.ts'
import { callUuidOf } from '#shared/lib/request-id.ts'

import { isInlineSize } from '../http/body/json-size.ts'
import { refuseWhileLow } from '../http/storage-watch.ts'
import type { CallScope } from './call-scope.ts'
import type { Entered } from './enter.ts'
import { type CallInput, callInput } from './input/call-input.ts'
import { refuseUnrunnable } from './input/refuse-unrunnable.ts'
import type { CallParts } from './parts.ts'
import { type MadeBy, markMadeBy } from './step.ts'

/** A call whose input its outcome takes. `callId` is a UUID v7 that begins with the request id. */
export type Validated = MadeBy<'validate', Entered & { callId: string; input: CallInput }>

/**
 * Reads the body and checks it by schema and rules. Throws 400, 413, 415 and 422 for a wrong body, 429 for a payer whose
 * inputs ran into their time limit too often, 503 for a seller with as many calls as it may have, 507 for an outcome that
 * stores while disk space is short.
 */
export async function validateBody(parts: CallParts, entered: Entered, scope: CallScope): Promise<Validated> {
  const { request, entry, who, bodyRoom } = entered
  const { outcome } = entry
  if (request.seller !== undefined) parts.sellerRoom.refuseFull(request.seller.offer.sellerId)
  const raw = await request.readBody(outcome.maxBodyBytes)
  bodyRoom.shrink(raw.length)
  scope.bodyRead(raw.length)
  const callId = callUuidOf(request.requestId)
  await takeSellerRoom(parts, entered, scope)
  const input = await inputOf(parts, entered, callId, raw)
  refuseUnrunnable(parts, input)
  if (outcome.stores) refuseWhileLow(parts.storage())
  if (outcome.isolation === 'thread' && isOften(parts, who ?? request.ip)) throw tooManySlow()
  return markMadeBy({ ...entered, callId, input })
}

/**
 * Takes a place at the seller before the body is checked, so that a burst that cannot be served costs no checking. Not
 * before it is read: a body that comes slowly must keep no place from others.
 */
async function takeSellerRoom(
  { sellerRoom }: CallParts,
  { request: { seller }, preferences }: Entered,
  scope: CallScope,
): Promise<void> {
  if (seller === undefined) return
  const { sellerId, timeoutMs } = seller.offer
  scope.hold(await sellerRoom.take(sellerId, preferences.waitMs < timeoutMs))
}

/**
 * Small bodies are checked here. Larger ones would hold up other requests, so a thread checks them, and what a
 * stranger's schema makes expensive, and plans goals.
 */
async function inputOf(parts: CallParts, entered: Entered, callId: string, raw: Uint8Array): Promise<CallInput> {
  const { secrets, models, inputThreads } = parts
  const { request, entry } = entered
  const { slug } = entry.outcome
  if (slug === RUN_SLUG && parts.proposes) return (await loadPlanByModel()).takeGoalByModel(parts, entered, callId, raw)
  if (slug === RUN_SLUG) return inputThreads.takeGoal({ callId, raw }, request.ip)
  if (request.seller !== undefined) {
    const { versionId, inputSchema } = request.seller.offer
    const seller = { versionId, inputSchema }
    const { sellerInputQuickly } = await loadSellerInput()
    return sellerInputQuickly(raw, seller) ?? inputThreads.take({ slug, callId, raw, seller }, request.ip)
  }
  if (isInlineSize(raw)) return callInput(entry, raw, { callId, sealer: secrets, models })
  return inputThreads.take({ slug, callId, raw }, request.ip)
}

/** The checker of JSON Schemas is loaded by the first call of a seller's endpoint. */
const loadSellerInput = cacheFor(Infinity, () => import('./input/seller-input.ts'))

/** What asks the text model for plans is loaded by the first goal, where a model is configured. */
export const loadPlanByModel = cacheFor(Infinity, () => import('./propose/plan-by-model.ts'))

const isOften = ({ slowInputs, config }: CallParts, payer: string) =>
  slowInputs.countOf(payer) >= config.limits['slow-input'].points

const tooManySlow = () =>
  new Refusal(
    'rate_limited',
    'Too many inputs of yours ran into the time limit in the last minute; nothing was charged.',
    {
      retryAfterS: 30,
      fix: { action: 'Wait, and send less in one call, or something simpler.' },
    },
  )
