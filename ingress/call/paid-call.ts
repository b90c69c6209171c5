import { uuidv7 } from 'uuidv7'

import { AcceptInDoubt } from '#shared/calls/accept-with-retry.ts'
import { readFinal } from '#shared/calls/read.ts'
import { releaseUnstarted } from '#shared/calls/release.ts'
import { sealer } from '#shared/calls/seal.ts'
import { Refusal } from '#shared/errors.ts'
import { cacheFor } from '#shared/lib/concurrency/cache-for.ts'
import { modelsOf } from '#shared/lib/models/model-roles.ts'
import type { CatalogEntry } from '#shared/catalog/catalog.ts'
import { CallSender } from '#shared/queues/send.ts'

import type { IngressDeps } from '../deps.ts'
import { isInlineSize } from '../http/body/json-size.ts'
import type { Reply } from '../http/route.ts'
import { refuseWhileLow } from '../http/storage-watch.ts'
import { CallAcceptor } from './accept/call-acceptor.ts'
import { admission } from './admission/admission.ts'
import { type CallInput, callInput } from './input/call-input.ts'
import type { CallRequest } from './call-request.ts'
import { DOES_NOT_PAY } from './challenge/challenge.ts'
import { Challenges } from './challenge/challenges.ts'
import { charge, type Charged } from './charge.ts'
import { type Credential, credentialsFor } from './credential-for.ts'
import { InDoubtCalls } from './accept/in-doubt-calls.ts'
import { findOutcome } from './find.ts'
import type { PaymentPlace } from './admission/in-flight.ts'
import { InputThreads } from './input/input-threads.ts'
import { limitCall, limitUnpaid } from './limit-call.ts'
import { misplacedCredential } from './challenge/misplaced-credential.ts'
import { KnownPayers } from './admission/known-payers.ts'
import { type Preferences, preferencesOf } from './input/preferences.ts'
import { NOT_GENUINE, tooManyNotGenuine } from './challenge/refuse-credential.ts'
import { RecentFailures } from '../http/recent-failures.ts'
import { replyAccepted, replyFinal } from './reply.ts'
import { replyPaid } from './payment/reply-paid.ts'
import { type TrustedCall, UnprovenWallets } from './admission/unproven-wallets.ts'
import { type WaitEnd, Waiters } from '#shared/calls/waiters.ts'

/** A queue that took a write this long ago is taken for up: what could not be enqueued is refused before its hold. */
const QUEUE_FRESH_MS = 250
/** How much longer than its run a caller waits for a payment of which nobody knows whether it settled; then 202. */
const SETTLE_WAIT_MS = 20_000

/** The paid call of one ingress process, with what it holds open. */
export type PaidCalls = {
  call: (request: CallRequest) => Promise<Reply>
  waiters: Waiters
  challenges: Challenges
  stop: () => Promise<void>
}

type Deps = Omit<IngressDeps, 'paidCall'> & { replyTo: string }
/** What a caller asked for, and who is counted for it. */
type Asked = {
  place: PaymentPlace
  preferences: Preferences
  request: CallRequest
  payerName: string
  /** Called when money is held for the call, or none is needed. */
  accepted: () => void
}

/**
 * One paid call, from request to reply: find, credential, validate, admit, charge, enqueue, wait, reply. What a step
 * needs is made by the step before it, so none can be skipped. A credential that does not pay is a 402 with accepts[].
 */
export function paidCalls(deps: Deps): PaidCalls {
  const { config, db, forSale, queues, mint, inFlight } = deps
  const desk = new CallAcceptor(db.pg, deps.replyTo)
  const sender = new CallSender(queues)
  const queueUp = cacheFor(QUEUE_FRESH_MS, queues.ready)
  const knownPayers = new KnownPayers()
  const guesses = new RecentFailures(config.FAILED_PAYMENTS_PER_MINUTE)
  const slowInputs = new RecentFailures(config.SLOW_INPUTS_PER_MINUTE)
  const admit = admission({ pools: deps.pools, queueUp, queueFailing: () => sender.failing, knownPayers })
  const waiters = new Waiters(db.pg, deps.log)
  const doubtful = new InDoubtCalls(db.pg, deps.log)
  const models = modelsOf(config)
  const secrets = sealer(config.SERVER_SECRET)
  const inputThreads = new InputThreads({ serverSecret: config.SERVER_SECRET, models })
  const onChain = {
    pg: db.pg,
    config,
    log: deps.log,
    replyTo: deps.replyTo,
    sealer: secrets,
    payments: deps.payments,
    unproven: new UnprovenWallets(),
  }
  const challenges = new Challenges(deps)

  const call = async (request: CallRequest): Promise<Reply> => {
    const entry = findOutcome(forSale, request.slug)
    const { outcome } = entry
    const challenge = challenges.of(outcome.slug)
    const credentials = credentialsFor(mint, request.header)
    if (credentials.length === 0 && outcome.cents > 0 && challenge !== undefined) {
      const reply = challenge(request.requestId, misplacedCredential(request.header), request.x402Version)
      return withHeaders(reply, await limitUnpaid(deps, request.ip))
    }
    const [payer] = credentials.filter((credential) => credential.kind === 'key' || credential.kind === 'pass')
    // By fingerprint: ids are no secret, and nobody may take up another's places.
    const who = payer === undefined ? null : payer.hmac.toString('base64')
    if (who !== null && payer === credentials[0] && guesses.isSpent(request.ip) && !knownPayers.has(who))
      throw tooManyNotGenuine()
    const preferences = preferencesOf(request.header)
    const bytes = Math.min(request.bodyBytes ?? Infinity, outcome.maxBodyBytes)
    const isKnown = who !== null && payer === credentials[0] && knownPayers.has(who)
    const visit = isKnown ? deps.refused.enterKnown(who, bytes) : deps.refused.enter(request.ip, bytes)
    const leave: (() => void)[] = [visit.pass]
    let limits: Record<string, string> = {}
    try {
      const room = deps.bodyRoom.enter(request.ip, bytes)
      leave.push(room.leave)
      const raw = await request.readBody(outcome.maxBodyBytes)
      room.shrink(raw.length)
      const callId = uuidv7()
      const input = await inputOf(entry, callId, raw, request.ip)
      if (outcome.stores) refuseWhileLow(deps.storage())
      if (outcome.isolation === 'thread' && slowInputs.isSpent(who ?? request.ip)) throw tooManySlow()
      limits = await limitCall(deps, entry, credentials, request.ip, input.bytes)
      // Who leads with a payment takes a place when it is presented: until it is verified it counts by its address.
      const place = inFlight.paymentPlace(request.ip)
      const isByPayment = credentials[0]?.kind === 'payment' && outcome.cents > 0
      leave.push(place.leave)
      if (!isByPayment) leave.push(inFlight.enter(who, payer?.kind === 'key' && payer.trial))
      const asked = { preferences, request, payerName: who ?? request.ip, accepted: visit.pass, place }
      const reply = await run(entry, credentials, { callId, input }, asked)
      if (who !== null && outcome.cents > 0) knownPayers.add(who)
      return withHeaders(reply, limits)
    } catch (error) {
      visit.fail(error)
      if (error instanceof Refusal && who !== null && NOT_GENUINE.has(error.code)) guesses.note(request.ip)
      if (error instanceof Refusal && DOES_NOT_PAY.has(error.code) && challenge !== undefined)
        return withHeaders(challenge(request.requestId, error, request.x402Version), limits)
      throw error
    } finally {
      for (const place of leave) place()
    }
  }

  /** What cannot hold up other requests is looked at here, everything else in a thread. */
  const inputOf = async (entry: CatalogEntry, callId: string, raw: Uint8Array, address: string): Promise<CallInput> =>
    isInlineSize(raw)
      ? callInput(entry, raw, { callId, sealer: secrets, models })
      : inputThreads.take({ slug: entry.outcome.slug, callId, raw }, address)

  /** Admit; from there on money may be held: charge, enqueue, wait, reply. */
  const run = async (
    entry: CatalogEntry,
    credentials: Credential[],
    { callId, input }: { callId: string; input: CallInput },
    { preferences, request, payerName, accepted, place }: Asked,
  ): Promise<Reply> => {
    const { outcome } = entry
    const [first] = credentials
    const members = entry.members?.map((member) => member.outcome)
    const isKeyPaid = first?.kind === 'key' && outcome.cents > 0
    const confirmAdmission = await admit(outcome, isKeyPaid ? first.hmac.toString('base64') : null, members)
    const ownWait = waiters.wait(callId)
    let charged: Charged
    try {
      charged = await charge(desk, onChain, entry, credentials, {
        callId,
        slug: outcome.slug,
        pool: outcome.pool,
        priceMicroUsdc: entry.priceMicroUsdc,
        timeoutMs: outcome.timeoutMs,
        input: input.stored,
        bodyDigest: input.canonicalDigest,
        inputDigest: preferences.idempotencyKey === null ? input.digest() : input.canonicalDigest(),
        idempotencyKey: preferences.idempotencyKey,
        ip: request.ip,
        enter: place.enter,
        maxCents: preferences.maxCents,
      })
      if (charged.payment !== undefined) place.verified(charged.payment.wallet, charged.replayed)
    } catch (error) {
      confirmAdmission(false)
      ownWait.end('left')
      throw error instanceof AcceptInDoubt ? doubtful.refuse(callId, error) : error
    }
    accepted()
    confirmAdmission(!charged.replayed)
    if (charged.replayed) ownWait.end('left')
    else {
      // What is paid before it runs goes on its queue when its payment has settled.
      if (charged.payment?.isPaying !== true) {
        sender
          .send(outcome.pool, callId)
          .catch((error: unknown) => deps.log.warn({ err: error, callId }, 'not enqueued; the sweeper will'))
      }
    }

    const wait = charged.replayed ? waiters.wait(charged.callId) : ownWait
    // A replay of a call that is final has nothing to wait for.
    const [known] = charged.replayed ? await readFinal(db.pg, [charged.callId]) : []
    if (known !== undefined) wait.end(known)
    const waitMs =
      charged.payment === undefined
        ? preferences.waitMs
        : Math.min(preferences.waitMs, outcome.timeoutMs + SETTLE_WAIT_MS)
    const timer = setTimeout(() => wait.end('time'), waitMs)
    request.onLeave(() => wait.end('left'))
    const ended = await wait.ended
    clearTimeout(timer)

    const callToken = mint.callToken(charged.callId)
    const answered = { entry, charged, requestId: request.requestId, callToken, sealer: secrets }
    if (ended === 'left') await giveBack(charged)
    if (outcome.isolation === 'thread') void noteSlow(charged.callId, ended, payerName)
    if (charged.payment !== undefined) {
      if (charged.payment.trusted !== null) void noteEnd(charged.callId, ended, charged.payment.trusted)
      const { x402Version, isProven } = charged.payment
      const challenge = challenges.of(outcome.slug)
      return replyPaid(deps, { answered, ended, x402Version, isProven, asked: preferences.asked, challenge })
    }
    return typeof ended === 'string' ? replyAccepted(answered, preferences.asked) : replyFinal(answered, ended)
  }

  /** A caller who left before the run began gets the hold back, unless somebody else waits for the same call. */
  const giveBack = async ({ callId, replayed, payment }: Charged): Promise<void> => {
    // Money that moves first is not called back: the call goes on, and its payer can have the answer.
    if (replayed || payment?.isPaying === true || waiters.isAwaited(callId)) return
    await releaseUnstarted(db.pg, callId)
  }

  /** Counts an input that ran into its time limit, also when nobody waits for its answer any more. */
  const noteSlow = async (callId: string, ended: WaitEnd, payerName: string): Promise<void> => {
    const end = typeof ended === 'string' ? await waiters.wait(callId).ended : ended
    if (typeof end !== 'string' && end.refusal?.extra?.['ran_ms'] !== undefined) slowInputs.note(payerName)
  }

  /** Tells who trusted a call how it ended, also when nobody waits for its answer any more. */
  const noteEnd = async (callId: string, ended: WaitEnd, trusted: TrustedCall): Promise<void> => {
    const end = typeof ended === 'string' ? await waiters.wait(callId).ended : ended
    trusted.ended(typeof end === 'string' ? null : end)
  }

  return { call, waiters, challenges, stop: () => inputThreads.close() }
}

const tooManySlow = () =>
  new Refusal(
    'rate_limited',
    'Too many inputs of yours ran into the time limit in the last minute; nothing was charged.',
    {
      retryAfterS: 30,
      fix: { action: 'Wait, and send less in one call, or something simpler.' },
    },
  )

const withHeaders = (reply: Reply, headers: Record<string, string>): Reply => ({
  ...reply,
  headers: { ...headers, ...reply.headers },
})
