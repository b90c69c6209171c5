import { uuidv7 } from 'uuidv7'

import { releaseUnstarted } from '#shared/calls/release.ts'
import { sealer } from '#shared/calls/seal.ts'
import { Refusal } from '#shared/errors.ts'
import { canonicalJson } from '#shared/lib/digest.ts'
import type { CatalogEntry } from '#shared/outcomes/catalog.ts'
import { CallSender } from '#shared/queues/send.ts'

import type { IngressDeps } from '../deps.ts'
import type { JsonBody } from '../http/json-body.ts'
import type { Reply } from '../http/route.ts'
import { AcceptDesk } from './accept-desk.ts'
import { admit } from './admission.ts'
import type { CallRequest } from './call-request.ts'
import { challengeOf, DOES_NOT_PAY } from './challenge.ts'
import { charge, type Charged } from './charge.ts'
import { type Credential, credentialsFor } from './credential-for.ts'
import { findOutcome } from './find.ts'
import { InFlight } from './in-flight.ts'
import { limitCall, limitUnpaid } from './limit-call.ts'
import { offerOf } from './offer.ts'
import { type Preferences, preferencesOf } from './preferences.ts'
import { replyAccepted, replyFinal } from './reply.ts'
import { validateInput } from './validate.ts'
import { Waiters } from '#shared/calls/waiters.ts'
import { sha256 } from './sha256.ts'

/** The paid call of one ingress process, with what it holds open. */
export type PaidCalls = { call: (request: CallRequest) => Promise<Reply>; waiters: Waiters; inFlight: InFlight }

type Deps = Omit<IngressDeps, 'paidCall'> & { replyTo: string }

/**
 * One paid call, from request to reply: find, credential, validate, admit, charge, enqueue, wait, reply. What a step
 * needs is made by the step before it, so none can be skipped. A credential that does not pay is a 402 with accepts[].
 */
export function paidCalls(deps: Deps): PaidCalls {
  const { config, db, catalog, queues, mint } = deps
  const desk = new AcceptDesk(db.pg, deps.replyTo)
  const sender = new CallSender(queues)
  const waiters = new Waiters(db.pg, deps.log)
  const inFlight = new InFlight(config)
  const secrets = sealer(config.SERVER_SECRET)
  const challenges = new Map(
    [...catalog.values()].map((entry) => [entry.outcome.slug, challengeOf(config, offerOf(entry))]),
  )

  const call = async (request: CallRequest): Promise<Reply> => {
    const entry = findOutcome(catalog, request.slug)
    const { outcome } = entry
    const challenge = challenges.get(outcome.slug)
    const credentials = credentialsFor(mint, request.header)
    if (credentials.length === 0 && outcome.cents > 0 && challenge !== undefined) {
      return withHeaders(challenge(request.requestId), await limitUnpaid(deps, request.ip))
    }
    const preferences = preferencesOf(request.header)
    const body = await request.readBody(outcome.maxBodyBytes)
    validateInput(entry, body)
    const limits = await limitCall(deps, entry, credentials, request.ip, body.bytes)
    const [payer] = credentials.filter((credential) => credential.kind === 'key' || credential.kind === 'pass')
    const leave = inFlight.enter(payer === undefined ? null : payer.id, payer?.kind === 'key' && payer.trial)
    try {
      await admit(deps.pools, sender.failing, outcome.pool)
      return withHeaders(await run(entry, credentials, body, preferences, request), limits)
    } catch (error) {
      if (error instanceof Refusal && DOES_NOT_PAY.has(error.code) && challenge !== undefined)
        return withHeaders(challenge(request.requestId, error), limits)
      throw error
    } finally {
      leave()
    }
  }

  /** From here on money may be held: charge, enqueue, wait, reply. */
  const run = async (
    entry: CatalogEntry,
    credentials: Credential[],
    body: JsonBody,
    preferences: Preferences,
    request: CallRequest,
  ): Promise<Reply> => {
    const { outcome } = entry
    const callId = uuidv7()
    const ownWait = waiters.wait(callId)
    let charged: Charged
    try {
      charged = await charge(desk, entry, credentials, {
        callId,
        slug: outcome.slug,
        pool: outcome.pool,
        priceMicroUsdc: entry.priceMicroUsdc,
        timeoutMs: outcome.timeoutMs,
        input: secrets.seal(callId, outcome.secrets, body.text, body.value),
        inputDigest: sha256(preferences.idempotencyKey === null ? body.text : canonicalJson(body.value)),
        idempotencyKey: preferences.idempotencyKey,
        ip: request.ip,
        maxCents: preferences.maxCents,
      })
    } catch (error) {
      ownWait.end('left')
      throw error
    }
    if (charged.replayed) ownWait.end('left')
    else
      sender
        .send(outcome.pool, callId)
        .catch((error: unknown) => deps.log.warn({ err: error, callId }, 'not enqueued; the sweeper will'))

    const wait = charged.replayed ? waiters.wait(charged.callId) : ownWait
    const timer = setTimeout(() => wait.end('time'), preferences.waitMs)
    request.onLeave(() => wait.end('left'))
    const ended = await wait.ended
    clearTimeout(timer)

    const answered = { entry, charged, requestId: request.requestId, callToken: mint.callToken(charged.callId) }
    if (ended === 'left') await giveBack(charged)
    return typeof ended === 'string' ? replyAccepted(answered, preferences.asked) : replyFinal(answered, ended)
  }

  /** A caller who left before the run began gets the hold back, unless somebody else waits for the same call. */
  const giveBack = async ({ callId, replayed }: Charged): Promise<void> => {
    if (replayed || waiters.isAwaited(callId)) return
    await releaseUnstarted(db.pg, callId)
  }

  return { call, waiters, inFlight }
}

const withHeaders = (reply: Reply, headers: Record<string, string>): Reply => ({
  ...reply,
  headers: { ...headers, ...reply.headers },
})
