import { RUN_SLUG } from '#shared/catalog/run-outcome.ts'
import { Refusal } from '#shared/errors.ts'
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
 * inputs ran into their time limit too often, 507 for an outcome that stores while disk space is short.
 */
export async function validateBody(parts: CallParts, entered: Entered, scope: CallScope): Promise<Validated> {
  const { request, entry, who, bodyRoom } = entered
  const { outcome } = entry
  const raw = await request.readBody(outcome.maxBodyBytes)
  bodyRoom.shrink(raw.length)
  scope.bodyRead(raw.length)
  const callId = callUuidOf(request.requestId)
  const input = await inputOf(parts, entered, callId, raw)
  refuseUnrunnable(parts, input)
  if (outcome.stores) refuseWhileLow(parts.storage())
  if (outcome.isolation === 'thread' && isOften(parts, who ?? request.ip)) throw tooManySlow()
  return markMadeBy({ ...entered, callId, input })
}

/**
 * Small bodies are checked here. Larger ones would hold up other requests, so a thread checks them, and every body that a
 * stranger's schema decides on, and plans goals.
 */
async function inputOf(
  { secrets, models, inputThreads }: CallParts,
  { request, entry }: Entered,
  callId: string,
  raw: Uint8Array,
): Promise<CallInput> {
  const { slug } = entry.outcome
  if (slug === RUN_SLUG) return inputThreads.takeGoal({ callId, raw }, request.ip)
  if (request.seller !== undefined) {
    const { versionId, inputSchema } = request.seller.offer
    return inputThreads.take({ slug, callId, raw, seller: { versionId, inputSchema } }, request.ip)
  }
  if (isInlineSize(raw)) return callInput(entry, raw, { callId, sealer: secrets, models })
  return inputThreads.take({ slug, callId, raw }, request.ip)
}

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
