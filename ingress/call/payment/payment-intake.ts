import { randomBytes } from 'node:crypto'

import type { CredentialMint } from '#shared/money/credentials.ts'
import { type MppKey, mppKey } from '#shared/money/mpp/challenge.ts'
import { challengeProblem } from '#shared/money/mpp/challenge-problem.ts'
import { clientHasher } from '#shared/money/settlement/client-hash.ts'
import { claimPayment, unclaimPayment } from '#shared/money/x402/claim-payment.ts'
import { type MatchedPayment, matchPayment, type Terms } from '#shared/money/x402/match-payment.ts'
import { refuseMalformed, type SentPayment } from '#shared/money/x402/payment-header.ts'
import { type Payment, readPayment } from '#shared/money/x402/read-payment.ts'
import type { SettleDeps } from '#shared/money/x402/settle-payment.ts'

import type { IngressDeps } from '#ingress/deps.ts'
import { ClaimsElsewhere } from './claims-elsewhere.ts'
import { ClaimsUnderWay, type Stay } from './claims-under-way.ts'
import { WindowCounter } from '#shared/lib/concurrency/window-counter.ts'
import { refusedClaim } from './refuse-claim.ts'
import {
  alreadyUsed,
  asMppProblem,
  invalidPayment,
  paymentsNotReady,
  tooManyFailed,
  unverifiable,
} from './refuse-payment.ts'
import { VerifiedAddresses } from './verified-addresses.ts'

/** The request that a payment is to pay for. */
export type Presentation = Terms & {
  /** The id that the call or purchase gets if the payment is valid and new. */
  callId: string
  /** Method and path, and a digest of the body. A verified payment pays for nothing else. */
  resource: string
  requestDigest: Buffer
  /** How long the authorization has to stay valid from now, in milliseconds. */
  neededMs: number
  /** Whether it is settled at once: before a run, or after one that takes moments. */
  settlesSoon?: boolean
  ip: string
  /** Takes a place in flight before the first wait. Throws when there is none. */
  enter: () => void
}

/** A verified payment that `holder` has claimed. Bind it and call `leave(true)`, or give it up. */
export type VerifiedPayment = {
  kind: 'verified'
  payment: MatchedPayment
  holder: string
  balance: bigint | null
  /** Wakes the copies of this payment that wait in this process. `true`: the payment is bound. */
  leave: Stay['leave']
}
/** A payment that was bound before, by the same payload for the same request. */
export type KnownPayment = { kind: 'known'; payment: Payment }

/** How long a copy waits for the first request to bind the payment. */
const JOIN_MS = 15_000

type Deps = Pick<IngressDeps, 'db' | 'log' | 'config'> & { settling: SettleDeps | null }

/**
 * Matches payments with our requirements, claims and verifies them. Of all requests with one payment, in all processes, one
 * proceeds. The others get its answer if their whole payload equals the first one's, else 409.
 */
export class PaymentIntake {
  readonly #deps: Deps
  readonly #failed = new WindowCounter()
  readonly #verified = new VerifiedAddresses()
  readonly #clientOf: (ip: string) => Buffer
  readonly #mppKey: MppKey
  readonly #underWay = new ClaimsUnderWay()
  readonly #elsewhere: ClaimsElsewhere

  constructor(deps: Deps) {
    this.#deps = deps
    this.#clientOf = clientHasher(deps.config.SERVER_SECRET)
    this.#mppKey = mppKey(deps.config.SERVER_SECRET)
    this.#elsewhere = new ClaimsElsewhere(deps.db.pg, deps.log)
  }

  /** Settles payments; null when this server takes none. */
  get settling(): SettleDeps | null {
    return this.#deps.settling
  }

  /** Adds the secret to the stored answer of a purchase, where there is one. */
  reveal(
    product: string | null,
    mint: CredentialMint,
    secretRef: string | null,
    answer: Record<string, unknown>,
  ): Record<string, unknown> {
    const known = this.#deps.settling?.products[product ?? '']
    return known === undefined || secretRef === null ? answer : known.reveal(mint, secretRef, answer)
  }

  /** Returns a payment that matches our terms, and whether it is bound to a request already; null for any other. */
  async look(sent: SentPayment, terms: Terms): Promise<{ payment: MatchedPayment; isBound: boolean } | null> {
    const match = this.#match(sent, terms)
    if (match.kind !== 'matched') return null
    const known = await readPayment(this.#deps.db.pg, match.payment.key)
    return { payment: match.payment, isBound: known !== null && known.state !== 'claimed' }
  }

  /**
   * Returns the wallet of a payment that is bound to nothing and that the facilitator finds good now, without claiming it;
   * null for any other, which counts against the address. Nothing follows from it for the payment: it is claimed and verified after.
   */
  async walletIfGood(sent: SentPayment, terms: Terms, ip: string): Promise<string | null> {
    const { settling, config } = this.#deps
    if (settling === null || this.#failed.countOf(ip) >= config.limits['failed-payment'].points) return null
    const seen = await this.look(sent, terms)
    if (seen === null || seen.isBound) return null
    const { key, payer, forward, requirement } = seen.payment
    const { kind } = await settling.facilitator.verify(forward, requirement)
    if (kind === 'invalid') this.#failed.add(ip)
    return kind === 'valid' ? `${key.network}:${payer}` : null
  }

  async claimAndVerify(sent: SentPayment, wanted: Presentation): Promise<VerifiedPayment | KnownPayment> {
    const { settling } = this.#deps
    if (settling === null) throw paymentsNotReady('no facilitator is set')
    try {
      return await this.#claimMatching(settling, sent, wanted)
    } catch (error) {
      throw sent.mpp === null ? error : asMppProblem(error)
    }
  }

  async #claimMatching(
    settling: SettleDeps,
    sent: SentPayment,
    wanted: Presentation,
  ): Promise<VerifiedPayment | KnownPayment> {
    const match = this.#match(sent, wanted)
    if (match.kind === 'malformed') {
      const header = sent.mpp !== null ? 'authorization' : sent.version === 1 ? 'x-payment' : 'payment-signature'
      throw refuseMalformed(header, match.why, [{ path: match.path, message: 'Input should be a valid string' }])
    }
    if (match.kind === 'invalid') {
      wanted.enter()
      // A payment that is bound to another request gets 409, even if it does not match here.
      const known = match.key === null ? null : await readPayment(this.#deps.db.pg, match.key)
      if (known !== null && known.state !== 'claimed') return this.#join(known, sent, wanted)
      throw invalidPayment(match.reason, match)
    }
    return this.#present(settling, sent, match.payment, wanted)
  }

  /** Compares a payment with our terms and, for MPP, with the challenge it answers. */
  #match(sent: SentPayment, wanted: Terms): ReturnType<typeof matchPayment> {
    const match = matchPayment(sent, wanted)
    if (match.kind !== 'matched' || sent.mpp === null) return match
    const problem = challengeProblem(this.#mppKey, sent.mpp, match.payment, Date.now())
    return problem === null ? match : { kind: 'invalid', ...problem, key: match.payment.key }
  }

  /** Gives up a claim. A claim that cannot be given up expires by itself. */
  async giveUp(verified: VerifiedPayment): Promise<void> {
    await this.#unclaim(verified)
    verified.leave(false)
  }

  async #unclaim({ payment, holder }: Pick<VerifiedPayment, 'payment' | 'holder'>): Promise<void> {
    await unclaimPayment(this.#deps.db.relaxed, payment.key, holder).catch((error: unknown) =>
      this.#deps.log.warn({ err: error }, 'a claim could not be given up; it ends by itself'),
    )
  }

  /** Lets one request of this process proceed with a payment. The others wait and then read the payment. */
  async #present(
    settling: SettleDeps,
    sent: SentPayment,
    payment: MatchedPayment,
    wanted: Presentation,
  ): Promise<VerifiedPayment | KnownPayment> {
    const stay = this.#underWay.join(payment.key)
    const until = performance.now() + JOIN_MS
    try {
      wanted.enter()
      while ((await stay.turn(until)) === 'look') {
        const known = await readPayment(this.#deps.db.pg, payment.key)
        if (known === null || known.state === 'claimed') continue
        const joined = this.#join(known, sent, wanted)
        stay.leave(false)
        return joined
      }
      const claimed = await this.#claim(settling, sent, payment, wanted, until)
      if (claimed.kind === 'verified') return { ...claimed, leave: stay.leave }
      stay.leave(true)
      return claimed
    } catch (error) {
      stay.leave(false)
      throw error
    }
  }

  async #claim(
    settling: SettleDeps,
    sent: SentPayment,
    payment: MatchedPayment,
    wanted: Presentation,
    until: number,
  ): Promise<Omit<VerifiedPayment, 'leave'> | KnownPayment> {
    const { config, db, log } = this.#deps
    const { facilitator } = settling
    const { key, payer, amount, validAfter, validBefore, requirement, forward } = payment
    const whyNot = await facilitator.whyNotReady(requirement)
    if (whyNot !== null) {
      // A payment that was bound before still gets its answer.
      const known = await readPayment(db.pg, key)
      if (known !== null && known.state !== 'claimed') return this.#join(known, sent, wanted)
      throw paymentsNotReady(whyNot)
    }
    const verify = () => facilitator.verify(forward, requirement, wanted.settlesSoon)
    const hasFailed = () => this.#failed.countOf(wanted.ip) >= config.limits['failed-payment'].points
    const isEarly = this.#verified.has(wanted.ip) && !hasFailed()
    let early = isEarly ? verify() : null
    for (;;) {
      const holder = randomBytes(12).toString('base64url')
      const answer = await claimPayment(db.relaxed, {
        key,
        payer,
        amount,
        callId: wanted.callId,
        holder,
        payloadDigest: sent.digest,
        hasToken: sent.hasToken,
        validAfter,
        validBefore,
        neededMs: wanted.neededMs,
        facilitatorUrl: facilitator.url,
        client: this.#clientOf(wanted.ip),
      })
      if (answer !== 'claimed') {
        this.#verified.note(wanted.ip, false)
        early = null
      }
      if (answer === 'taken') {
        const known = await readPayment(db.pg, key)
        const isElsewhere = known?.state === 'claimed' && !known.isAbandoned
        const bound = isElsewhere ? await this.#elsewhere.wait(key, until) : known
        if (bound !== null && bound.state !== 'claimed') return this.#join(bound, sent, wanted)
        continue
      }
      if (answer === 'distrusted')
        throw paymentsNotReady('the facilitator is off: it said what the chain does not show')
      if (answer !== 'claimed') throw refusedClaim(answer, wanted.neededMs)

      const mine = { kind: 'verified', payment, holder, balance: null } as const
      if (hasFailed()) {
        await this.#unclaim(mine)
        throw tooManyFailed()
      }
      const verified = await (early ?? verify())
      early = null
      this.#verified.note(wanted.ip, verified.kind === 'valid')
      if (verified.kind === 'valid') return { ...mine, balance: verified.balance }
      const wasMine = await unclaimPayment(db.relaxed, key, holder)
      // Another request took the claim over in the meantime and may have got another answer.
      if (!wasMine) continue
      if (verified.kind === 'unknown') {
        log.warn({ why: verified.why, payer, network: key.network }, 'a payment could not be verified')
        throw unverifiable()
      }
      this.#failed.add(wanted.ip)
      throw invalidPayment(verified.reason)
    }
  }

  /**
   * A payment on chain shows its authorization to everybody, so it proves payment and not identity. Only the whole payload
   * of the first request, with the token that is on no chain, gets its answer. Without a token this holds until the payment
   * is sent for settlement. Everything else gets 409 without details.
   */
  #join(known: Payment, sent: SentPayment, wanted: Presentation): KnownPayment {
    const isSameRequest =
      known.resource === wanted.resource && known.requestDigest?.equals(wanted.requestDigest) === true
    const isSamePayload = known.payloadDigest?.equals(sent.digest) === true
    const isSecret = known.hasToken || known.state === 'verified'
    if (!isSameRequest || !isSamePayload || !isSecret) throw alreadyUsed()
    if (known.state === 'unpaid') throw invalidPayment(known.failure ?? 'invalid_transaction_state')
    return { kind: 'known', payment: known }
  }
}
