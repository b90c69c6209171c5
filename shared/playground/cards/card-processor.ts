import type Stripe from 'stripe'

import { type CardConduct, TEST_CARDS } from './card-numbers.ts'
import {
  balanceMove,
  type CardEventType,
  type CardObject,
  disputeMove,
  newCharge,
  newDispute,
  newIntent,
  newRefund,
  newWarning,
} from './card-objects.ts'
import type { CardStore } from './card-store.ts'

/** What the processor refuses, with the type and code of its errors. */
export class CardRefusal extends Error {
  override readonly name = 'CardRefusal'
  readonly status: 400 | 401 | 402 | 404
  readonly code: string | null
  readonly type: 'invalid_request_error' | 'card_error' | 'idempotency_error'
  constructor(
    status: CardRefusal['status'],
    code: string | null,
    message: string,
    type: CardRefusal['type'] = 'invalid_request_error',
  ) {
    super(message)
    this.status = status
    this.code = code
    this.type = type
  }
}

/** Cents that a dispute costs; given back when it is won. */
export const DISPUTE_FEE_CENTS = 1_500
/** What the processor takes of a payment, as Stripe's list price for cards of the United States; a refund returns nothing of it. */
const paymentFeeCents = (cents: number): number => Math.round(cents * 0.029) + 30
const MOST_CENTS = 99_999_999
const MINIMUM_CENTS = 50

export type CardProcessor = ReturnType<typeof createCardProcessor>

/**
 * A card processor with the states, amounts and events of Stripe's payment intents. It moves no money. `tell` gets each
 * event in the order in which it happened. Every refusal is a CardRefusal.
 */
export function createCardProcessor(
  store: CardStore,
  { tell, page }: { tell: (type: CardEventType, object: CardObject) => void; page: (path: string) => string },
) {
  const intentOf = (id: string) => store.get('payment_intent', id) ?? missing('payment_intent', id)
  const keep = <Kept extends CardObject>(object: Kept): Kept => {
    store.put(object)
    return object
  }
  const chargeOf = ({ id, latest_charge }: Stripe.PaymentIntent): Stripe.Charge => {
    const charge = typeof latest_charge === 'string' ? store.get('charge', latest_charge) : undefined
    if (charge?.paid !== true)
      throw new CardRefusal(400, 'charge_not_found', `This PaymentIntent (${id}) does not have a successful charge.`)
    return charge
  }
  const move = (
    { id: source, currency, balance_transaction: moved }: Stripe.Charge | Stripe.Refund,
    what: Pick<Parameters<typeof balanceMove>[0], 'amount' | 'fee' | 'type'>,
  ) => {
    if (typeof moved === 'string') store.put(balanceMove({ id: moved, source, currency, ...what }))
  }
  const settle = (intent: Stripe.PaymentIntent, conduct: CardConduct): Stripe.PaymentIntent => {
    const charge = keep(newCharge(intent, conduct.decline))
    if (conduct.decline !== undefined) {
      const { code, declineCode, message } = conduct.decline
      const error = { type: 'card_error', code, message, charge: charge.id } as const
      const failed = keep({
        ...intent,
        status: 'requires_payment_method' as const,
        next_action: null,
        latest_charge: charge.id,
        last_payment_error: declineCode === undefined ? error : { ...error, decline_code: declineCode },
      })
      tell('charge.failed', charge)
      tell('payment_intent.payment_failed', failed)
      return failed
    }
    move(charge, { amount: charge.amount, fee: paymentFeeCents(charge.amount), type: 'charge' })
    const paid = keep({
      ...intent,
      status: 'succeeded' as const,
      next_action: null,
      amount_received: intent.amount,
      latest_charge: charge.id,
      last_payment_error: null,
      payment_method: charge.payment_method,
    })
    tell('charge.succeeded', charge)
    tell('payment_intent.succeeded', paid)
    if (conduct.then === 'dispute') dispute(paid.id, { reason: 'fraudulent' })
    if (conduct.then === 'warning') warn(paid.id)
    return paid
  }

  const create = (given: Parameters<typeof newIntent>[0]): Stripe.PaymentIntent => {
    if (!Number.isInteger(given.amount) || given.amount < MINIMUM_CENTS)
      throw new CardRefusal(400, 'amount_too_small', `Amount must be at least ${MINIMUM_CENTS} cents.`)
    if (given.amount > MOST_CENTS)
      throw new CardRefusal(400, 'amount_too_large', 'Amount must be no more than 999999.99.')
    const intent = keep(newIntent(given))
    tell('payment_intent.created', intent)
    return intent
  }

  /** Pays with a typed card. The intent then succeeds, was declined, or waits for 3D Secure at `next_action`. */
  const confirm = (id: string, { number, returnUrl }: { number: string; returnUrl: string }): Stripe.PaymentIntent => {
    const intent = intentOf(id)
    if (!['requires_payment_method', 'requires_confirmation', 'requires_action'].includes(intent.status))
      throw unexpected(intent, 'confirm')
    const digits = number.replaceAll(/[\s-]/g, '')
    const conduct = TEST_CARDS[digits]
    if (conduct === undefined)
      throw new CardRefusal(402, 'incorrect_number', 'Your card number is incorrect.', 'card_error')
    store.put({ object: 'card_of_intent', id, number: digits })
    if (conduct.needs3ds !== true) return settle(intent, conduct)
    const url = page(`/3ds/${id}?return_url=${encodeURIComponent(returnUrl)}`)
    const waiting = keep({
      ...intent,
      status: 'requires_action' as const,
      next_action: { type: 'redirect_to_url', redirect_to_url: { url, return_url: returnUrl } },
    })
    tell('payment_intent.requires_action', waiting)
    return waiting
  }

  /** Ends 3D Secure as the buyer answered it. */
  const authenticate = (id: string, isOk: boolean): Stripe.PaymentIntent => {
    const intent = intentOf(id)
    if (intent.status !== 'requires_action') throw unexpected(intent, 'authenticate')
    const conduct = TEST_CARDS[store.get('card_of_intent', id)?.number ?? ''] ?? { brand: 'visa' }
    if (isOk) return settle(intent, conduct)
    const message = 'We are unable to authenticate your payment method. Please choose another one and try again.'
    const failed = keep({
      ...intent,
      status: 'requires_payment_method' as const,
      next_action: null,
      last_payment_error: { type: 'card_error', code: 'payment_intent_authentication_failure', message } as const,
    })
    tell('payment_intent.payment_failed', failed)
    return failed
  }

  const cancel = (id: string): Stripe.PaymentIntent => {
    const intent = intentOf(id)
    if (intent.status === 'succeeded' || intent.status === 'canceled') throw unexpected(intent, 'cancel')
    const canceled = keep({
      ...intent,
      status: 'canceled' as const,
      next_action: null,
      canceled_at: Math.floor(Date.now() / 1_000),
    })
    tell('payment_intent.canceled', canceled)
    return canceled
  }

  const refund = (id: string, amount: number | null, metadata: Record<string, string>): Stripe.Refund => {
    const charge = chargeOf(intentOf(id))
    const left = charge.amount - charge.amount_refunded
    if (left <= 0)
      throw new CardRefusal(400, 'charge_already_refunded', `Charge ${charge.id} has already been refunded.`)
    if (openDisputeOf(charge) !== undefined)
      throw new CardRefusal(400, 'charge_disputed', `Charge ${charge.id} has been charged back; it cannot be refunded.`)
    const part = amount ?? left
    if (!Number.isInteger(part) || part < 1 || part > left)
      throw new CardRefusal(400, null, `Refund amount (${part}) is greater than unrefunded amount on charge (${left}).`)
    const made = keep(newRefund(charge, part, metadata))
    move(made, { amount: -part, fee: 0, type: 'refund' })
    const total = charge.amount_refunded + part
    const after = keep({ ...charge, amount_refunded: total, refunded: total === charge.amount })
    tell('refund.created', made)
    tell('charge.refunded', after)
    if (TEST_CARDS[store.get('card_of_intent', id)?.number ?? '']?.refundFails === true) failRefund(made)
    return made
  }

  /** The bank of the buyer does not take a refund: the amount is the merchant's again. */
  function failRefund(refund: Stripe.Refund): void {
    const failed = keep({ ...refund, status: 'failed', failure_reason: 'expired_or_canceled_card' })
    const charge = typeof refund.charge === 'string' ? store.get('charge', refund.charge) : undefined
    if (charge !== undefined)
      keep({ ...charge, amount_refunded: charge.amount_refunded - refund.amount, refunded: false })
    tell('refund.failed', failed)
  }

  function openDisputeOf({ id }: Stripe.Charge): Stripe.Dispute | undefined {
    return store.all('dispute').find((one) => one.charge === id && !['won', 'lost'].includes(one.status))
  }

  function dispute(
    id: string,
    { amount, reason = 'fraudulent' }: { amount?: number; reason?: string },
  ): Stripe.Dispute {
    const charge = chargeOf(intentOf(id))
    const opened = keep(newDispute(charge, amount ?? charge.amount, reason, DISPUTE_FEE_CENTS))
    keep({ ...charge, disputed: true })
    tell('charge.dispute.created', opened)
    tell('charge.dispute.funds_withdrawn', opened)
    return opened
  }

  /** The bank decides a dispute. A won one gives amount and fee back. */
  const decide = (id: string, isWon: boolean): Stripe.Dispute => {
    const open = store.get('dispute', id) ?? missing('dispute', id)
    if (open.status === 'won' || open.status === 'lost')
      throw new CardRefusal(400, null, `This dispute is already closed (${open.status}).`)
    const chargeId = typeof open.charge === 'string' ? open.charge : open.charge.id
    const charge = store.get('charge', chargeId) ?? missing('charge', chargeId)
    const moves = isWon ? [disputeMove(charge, open.amount, -DISPUTE_FEE_CENTS)] : []
    const closed = keep({
      ...open,
      status: isWon ? ('won' as const) : ('lost' as const),
      balance_transactions: [...open.balance_transactions, ...moves],
    })
    if (isWon) tell('charge.dispute.funds_reinstated', closed)
    tell('charge.dispute.closed', closed)
    return closed
  }

  /** Takes what the merchant says against a dispute; once submitted, the bank decides. */
  const answer = (id: string, evidence: Record<string, string>, isSubmitted: boolean): Stripe.Dispute => {
    const open = store.get('dispute', id) ?? missing('dispute', id)
    if (open.status !== 'needs_response')
      throw new CardRefusal(400, null, `This dispute is ${open.status}; it takes no evidence.`)
    const { submission_count: count } = open.evidence_details
    const answered = keep({
      ...open,
      evidence: { ...open.evidence, ...evidence },
      evidence_details: {
        ...open.evidence_details,
        has_evidence: true,
        submission_count: isSubmitted ? count + 1 : count,
      },
      status: isSubmitted ? ('under_review' as const) : open.status,
    })
    tell('charge.dispute.updated', answered)
    return answered
  }

  function warn(id: string): Stripe.Radar.EarlyFraudWarning {
    const warning = keep(newWarning(chargeOf(intentOf(id))))
    tell('radar.early_fraud_warning.created', warning)
    return warning
  }

  return { intentOf, create, confirm, authenticate, cancel, refund, dispute, decide, answer, warn }
}

function missing(what: string, id: string): never {
  throw new CardRefusal(404, 'resource_missing', `No such ${what}: '${id}'`)
}

const unexpected = ({ status }: Stripe.PaymentIntent, verb: string) =>
  new CardRefusal(
    400,
    'payment_intent_unexpected_state',
    `You cannot ${verb} this PaymentIntent because it has a status of ${status}.`,
  )
