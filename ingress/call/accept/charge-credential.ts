import type { Accepted, CallToAccept, Replay } from '#shared/calls/accept.ts'
import { Refusal } from '#shared/errors.ts'
import { keyReused } from '#shared/idempotency/key-reused.ts'
import type { CatalogEntry } from '#shared/catalog/catalog.ts'
import { dearCalls } from '#shared/catalog/for-sale.ts'

import type { CallAcceptor } from './call-acceptor.ts'
import { chargePayment, type PaymentCharge } from '../payment/charge-payment.ts'
import type { PaymentProtocol } from '../payment/payment-answer.ts'
import type { Credential } from '../credential-for.ts'
import {
  passNotAccepted,
  refuseAnyPass,
  refuseKey,
  refusePass,
  trialNotAccepted,
} from '../challenge/refuse-credential.ts'
import type { TrustedCall } from '../admission/unproven-wallets.ts'

/** How a call is paid for: by a hold, a pass or a payment, or not at all when it is free. */
export type Charge = {
  callId: string
  payer: Accepted['payer'] | 'x402'
  /** US cents that the capture of this call moves. */
  cents: number
  balanceMicroUsdc: bigint | null
  /** The ledger account that a key of this call pays from, where that is known. */
  accountId?: string | null
  /** The key's `auto_refill` mark was passed: its owner should top up. */
  isRefillDue?: boolean
  /** An earlier call with the same Idempotency-Key answers this one. */
  replayed: boolean
  /** Why a pass that was sent did not pay; null when it paid or none was sent. */
  passNote: string | null
  /**
   * Set for a call paid by x402. `isPaying`: the payment settles before the run. `isProven`: the payment is new, so its
   * sender is its payer; a payment that is sent again proves nothing. `trusted` is told how the call ended when it runs
   * before a wallet without a record here has paid.
   */
  payment?: {
    protocol: PaymentProtocol
    wallet: string
    isPaying: boolean
    isProven: boolean
    trusted: TrustedCall | null
  }
}

export type CallToCharge = Omit<CallToAccept, 'idem'> & {
  /** SHA-256 of the RFC 8785 form of the body. */
  bodyDigest: () => Buffer
  idempotencyKey: string | null
  ip: string
  /** Takes a place in flight for the payment. Throws when there is none. */
  enter: () => void
  maxCents: number | null
  /** Whether its first attempt travels with its job when a key pays. */
  isCarried: boolean
  /** The outcomes that a bundle or a run calls: the policy of a key has to allow them, too. Null for all else. */
  parts: readonly string[] | null
  /** Of a seller's endpoint: trial keys and passes do not pay for it. */
  isOfSeller: boolean
}

/**
 * Holds the price on the first credential that pays. A valid pass that does not cover the call, or is over its fair use,
 * is skipped when another credential was sent. Any other credential that does not pay ends the call with its refusal.
 */
export async function chargeCredential(
  acceptor: CallAcceptor,
  payments: PaymentCharge,
  entry: CatalogEntry,
  credentials: readonly Credential[],
  call: CallToCharge,
): Promise<Charge> {
  const { outcome } = entry
  if (outcome.cents === 0) {
    return chargedBy(await acceptor.free({ ...call, idem: idemOf(`ip:${call.ip}`, call) }), 'free', 0, null)
  }
  let passNote: string | null = null
  for (const [index, credential] of credentials.entries()) {
    const isLast = index === credentials.length - 1
    switch (credential.kind) {
      case 'malformed':
        throw credential.refusal
      case 'pass': {
        if (call.isOfSeller) {
          const refusal = passNotAccepted()
          if (isLast) throw refusal
          passNote = refusal.message
          break
        }
        const answer = await acceptor.pass({
          ...call,
          priceMicroUsdc: 0n,
          idem: idemOf(`pass:${credential.id}`, call),
          passId: credential.id,
          passHmac: credential.hmac,
          inGuards: entry.inGuards,
          isPassable: entry.isPassable !== false,
          dear: dearCalls(entry),
          featured: outcome.oncePerPass,
        })
        if (answer.kind !== 'refused') return chargedBy(answer, 'pass', 0, null)
        const isUncovered = entry.isPassable === false && answer.code === 'pass_scope'
        const refusal = isUncovered ? refuseAnyPass() : refusePass(answer.code, answer.detail)
        if (isLast || (answer.code !== 'pass_scope' && answer.code !== 'pass_fair_use')) throw refusal
        passNote = refusal.message
        break
      }
      case 'payment':
        refuseOverMax(outcome.cents, call.maxCents)
        return { ...(await chargePayment(payments, entry, credential.sent, call)), passNote }
      case 'key': {
        if (call.isOfSeller && credential.trial) throw trialNotAccepted()
        refuseOverMax(outcome.cents, call.maxCents)
        const answer = await acceptor.keyed({
          ...call,
          idem: idemOf(`key:${credential.id}`, call),
          keyId: credential.id,
          keyHmac: credential.hmac,
          ...(call.parts === null ? {} : { members: call.parts }),
        })
        if (answer.kind === 'refused') throw refuseKey(answer.code, outcome.cents, answer.availableMicroUsdc)
        return chargedBy(answer, credential.trial ? 'trial' : 'prepaid', outcome.cents, passNote)
      }
    }
  }
  throw new Refusal('payment_required', 'This call is not paid.')

  function chargedBy(answer: Accepted | Replay, payer: Charge['payer'], cents: number, note: string | null): Charge {
    if (answer.kind === 'accepted') {
      return {
        callId: call.callId,
        payer: answer.payer,
        cents,
        balanceMicroUsdc: answer.availableMicroUsdc,
        accountId: answer.accountId ?? null,
        isRefillDue: answer.isRefillDue === true,
        replayed: false,
        passNote: note,
      }
    }
    if (!answer.sameBody) throw keyReused()
    return {
      callId: answer.callId,
      payer,
      cents,
      balanceMicroUsdc: answer.availableMicroUsdc,
      replayed: true,
      passNote: note,
    }
  }
}

/** Throws `over_max_cents` when the price is above X-Max-Cents. */
export function refuseOverMax(cents: number, maxCents: number | null): void {
  if (maxCents === null || cents <= maxCents) return
  throw new Refusal(
    'over_max_cents',
    `This call costs ${cents} cent${cents === 1 ? '' : 's'} and X-Max-Cents allows ${maxCents}.`,
    {
      fix: { action: `Send X-Max-Cents: ${cents} or leave it out.` },
    },
  )
}

/** The key by which calls of a credential are told apart, of their Idempotency-Key. */
export const idemOf = (scope: string, { slug, idempotencyKey }: Pick<CallToCharge, 'slug' | 'idempotencyKey'>) =>
  idempotencyKey === null ? null : `${scope}:${slug}:${idempotencyKey}`
