import type { Pool as PgPool } from 'pg'

import { QUEUE_ALLOWANCE_MS } from '#shared/calls/accept.ts'
import { acceptPaid, type PaidAnswer } from '#shared/calls/accept-paid.ts'
import type { Sealer } from '#shared/calls/seal.ts'
import { losesAnswer } from '#shared/db/outage.ts'
import { retryConflicts } from '#shared/db/retry-conflicts.ts'
import { Refusal } from '#shared/errors.ts'
import type { SentPayment } from '#shared/money/x402/payment-header.ts'
import { sealPayload } from '#shared/money/x402/sealed-payload.ts'
import { settlePayment } from '#shared/money/x402/settle-payment.ts'
import type { CatalogEntry } from '#shared/catalog/catalog.ts'

import type { IngressDeps } from '#ingress/deps.ts'
import type { CallToCharge, Charge } from '../accept/charge-credential.ts'
import { keyReused } from '#shared/idempotency/key-reused.ts'
import type { PaymentIntake, VerifiedPayment } from './payment-intake.ts'
import { protocolOf } from './payment-answer.ts'
import { identifierReused, stillSettling, tooMuchUnsettled } from './refuse-payment.ts'
import { termsOf } from './terms-of.ts'
import type { UnprovenWallets } from '../admission/unproven-wallets.ts'

/** Time a settlement may take, with an allowance for clocks that differ. */
const SETTLE_MARGIN_MS = 20_000
/** Longest time after which a bound payment is still settled. */
const LONGEST_WINDOW_S = 3_600
/** Attempts before the call is refused because its claim keeps being taken over. */
const TRIES = 3

export type PaymentCharge = {
  pg: PgPool
  config: IngressDeps['config']
  log: IngressDeps['log']
  replyTo: string
  sealer: Sealer
  payments: PaymentIntake
  unproven: UnprovenWallets
}

/**
 * Charges a call to an x402 payment. The payment is claimed and verified, then bound to this path and body in the statement
 * that accepts the call. A payment that settles before the run is settled from here, without waiting. Throws Refusals.
 */
export async function chargePayment(
  deps: PaymentCharge,
  entry: CatalogEntry,
  sent: SentPayment,
  call: CallToCharge,
): Promise<Charge> {
  const { outcome, publicPath } = entry
  const { config, payments } = deps
  const resource = `POST ${publicPath}`
  const runMs = outcome.settle === 'after' ? QUEUE_ALLOWANCE_MS + outcome.timeoutMs : 0
  const presentation = {
    ...termsOf(config, entry),
    callId: call.callId,
    resource,
    requestDigest: call.bodyDigest(),
    neededMs: runMs + SETTLE_MARGIN_MS,
    settlesSoon: outcome.pure || outcome.settle === 'before',
    ip: call.ip,
    enter: call.enter,
  }
  const charged = { payer: 'x402', cents: outcome.cents, balanceMicroUsdc: null, passNote: null } as const
  const protocol = protocolOf(sent)
  for (let attempt = 1; ; attempt += 1) {
    const presented = await payments.claimAndVerify(sent, presentation)
    if (presented.kind === 'known') {
      return {
        ...charged,
        callId: presented.payment.callId,
        replayed: true,
        payment: { protocol, wallet: walletOf(presented.payment), isPaying: false, isProven: false, trusted: null },
      }
    }
    const wallet = walletOf(presented.payment)
    const trusted = outcome.settle === 'after' ? deps.unproven.trust(call.ip) : null
    const answer = await accept(deps, presented, sent, presentation, entry, {
      ...call,
      trustsUnproven: trusted !== null,
    }).catch((error: unknown) => {
      trusted?.ended(null)
      throw error
    })
    const isTrusted = answer.kind === 'accepted' && answer.mode === 'after' && answer.isUnproven
    if (!isTrusted) trusted?.ended(null)
    if (answer.kind === 'accepted') {
      presented.leave(true)
      const isPaying = answer.mode === 'before'
      if (isPaying) void settleFirst(deps, presented, call.callId)
      return {
        ...charged,
        callId: call.callId,
        replayed: false,
        payment: { protocol, wallet, isPaying, isProven: true, trusted: isTrusted ? trusted : null },
      }
    }
    await payments.giveUp(presented)
    switch (answer.kind) {
      case 'replay': {
        if (!answer.sameBody) throw keyReused()
        return {
          ...charged,
          callId: answer.callId,
          replayed: true,
          payment: { protocol, wallet, isPaying: false, isProven: true, trusted: null },
        }
      }
      case 'identifier_taken':
        throw identifierReused()
      case 'limit':
        throw tooMuchUnsettled()
      case 'lost':
        if (attempt === TRIES) throw new Refusal('unavailable', 'This payment is in other hands; nothing was charged.')
    }
  }
}

/** The key by which calls of a payer are told apart, of their Idempotency-Key. */
export const idemOfPayment = (
  { key, payer }: { key: { network: string }; payer: string },
  slug: string,
  idempotencyKey: string,
): string => `x402:${key.network}:${payer}:${slug}:${idempotencyKey}`

/** The name of a wallet that is unique across networks. */
export const walletOf = ({ key, payer }: { key: { network: string }; payer: string }): string =>
  `${key.network}:${payer}`

async function accept(
  { pg, replyTo, sealer, payments }: PaymentCharge,
  presented: VerifiedPayment,
  sent: SentPayment,
  { resource, requestDigest }: { resource: string; requestDigest: Buffer },
  { outcome }: CatalogEntry,
  call: CallToCharge & { trustsUnproven: boolean },
): Promise<PaidAnswer> {
  const { payment, holder, balance } = presented
  const { key, payer, forward, requirement } = payment
  const { idempotencyKey } = call
  try {
    return await retryConflicts(() =>
      acceptPaid(
        pg,
        {
          ...call,
          key,
          holder,
          payer,
          balance,
          resource,
          requestDigest,
          settle: outcome.settle,
          identifier: sent.identifier,
          validUntil: validUntilOf(payment.validBefore, requirement.maxTimeoutSeconds),
          sealed: sealPayload(sealer, call.callId, { payload: forward, requirement }),
          // A new, verified payment proves its sender, so the Idempotency-Key belongs to the payer.
          idem: idempotencyKey === null ? null : idemOfPayment(payment, outcome.slug, idempotencyKey),
        },
        replyTo,
      ),
    )
  } catch (error) {
    // If the statement was committed, the payment is bound and this changes nothing.
    await payments.giveUp(presented)
    throw losesAnswer(error) ? stillSettling() : error
  }
}

/** Settles before the run. settlement-watch finishes what this process does not. */
async function settleFirst(
  { payments, log }: PaymentCharge,
  { payment }: VerifiedPayment,
  callId: string,
): Promise<void> {
  const { settling } = payments
  if (settling === null) return
  const { forward: payload, requirement, payer } = payment
  try {
    await settlePayment(settling, {
      callId,
      payload,
      requirement,
      payer,
      state: 'settling',
      product: null,
      isFirst: true,
    })
  } catch (error) {
    log.warn({ err: error, callId }, 'not settled here; settlement-watch will')
  }
}

/** When a payment stops being settleable, in seconds since 1970: its own validBefore, else our longest wait. */
export function validUntilOf(validBefore: number | null, maxTimeoutSeconds: number): number {
  const now = Date.now() / 1_000
  return Math.min(validBefore ?? now + maxTimeoutSeconds, now + LONGEST_WINDOW_S)
}
