import { randomBytes } from 'node:crypto'

import type Stripe from 'stripe'

import type { CardConduct } from './card-numbers.ts'

/** The API version of the SDK in package.json; the processor speaks no other. */
export const CARD_API_VERSION = '2026-10-28.endive'

/** A new id such as `pi_…`, as long as the real ones. */
export const newCardId = (prefix: string): string => `${prefix}_${randomBytes(12).toString('hex')}`

const unixS = () => Math.floor(Date.now() / 1_000)

/** A new payment intent. Amounts are in the smallest unit of the currency. */
export function newIntent(given: {
  amount: number
  currency: string
  metadata: Record<string, string>
  description: string | null
}): Stripe.PaymentIntent {
  const id = newCardId('pi')
  return {
    id,
    object: 'payment_intent',
    allowed_payment_method_types: null,
    amount: given.amount,
    amount_capturable: 0,
    amount_received: 0,
    application: null,
    application_fee_amount: null,
    automatic_payment_methods: null,
    canceled_at: null,
    cancellation_reason: null,
    capture_method: 'automatic',
    client_secret: `${id}_secret_${randomBytes(12).toString('hex')}`,
    confirmation_method: 'automatic',
    created: unixS(),
    currency: given.currency,
    customer: null,
    customer_account: null,
    description: given.description,
    excluded_payment_method_types: null,
    last_payment_error: null,
    latest_charge: null,
    livemode: false,
    managed_payments: null,
    metadata: given.metadata,
    next_action: null,
    on_behalf_of: null,
    payment_method: null,
    payment_method_configuration_details: null,
    payment_method_options: null,
    payment_method_types: ['card'],
    payment_record: null,
    processing: null,
    receipt_email: null,
    review: null,
    setup_future_usage: null,
    shipping: null,
    source: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: 'requires_payment_method',
    transfer_group: null,
  }
}

/** The charge of an intent that a card paid, or was declined for. */
export function newCharge(intent: Stripe.PaymentIntent, decline: CardConduct['decline'] | undefined): Stripe.Charge {
  const isPaid = decline === undefined
  const { address, ...contact } = { address: null, email: null, name: null, phone: null, tax_id: null }
  return {
    id: newCardId('ch'),
    object: 'charge',
    amount: intent.amount,
    amount_captured: isPaid ? intent.amount : 0,
    amount_refunded: 0,
    application: null,
    application_fee: null,
    application_fee_amount: null,
    balance_transaction: isPaid ? newCardId('txn') : null,
    billing_details: { address, ...contact },
    calculated_statement_descriptor: null,
    captured: isPaid,
    created: unixS(),
    currency: intent.currency,
    customer: null,
    description: intent.description,
    disputed: false,
    failure_balance_transaction: null,
    failure_code: decline?.code ?? null,
    failure_message: decline?.message ?? null,
    fraud_details: null,
    livemode: false,
    metadata: intent.metadata,
    on_behalf_of: null,
    outcome: null,
    paid: isPaid,
    payment_intent: intent.id,
    payment_method: newCardId('pm'),
    payment_method_details: null,
    receipt_email: null,
    receipt_number: null,
    receipt_url: null,
    refunded: false,
    review: null,
    shipping: null,
    source: null,
    source_transfer: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: isPaid ? 'succeeded' : 'failed',
    transfer_data: null,
    transfer_group: null,
  }
}

/** A refund of a part of a charge. */
export function newRefund(charge: Stripe.Charge, amount: number, metadata: Record<string, string>): Stripe.Refund {
  return {
    id: newCardId('re'),
    object: 'refund',
    amount,
    balance_transaction: newCardId('txn'),
    charge: charge.id,
    created: unixS(),
    currency: charge.currency,
    customer: null,
    customer_account: null,
    metadata,
    payment_intent: charge.payment_intent,
    payment_method: charge.payment_method,
    reason: null,
    receipt_number: null,
    source_transfer_reversal: null,
    status: 'succeeded',
    transfer_reversal: null,
  }
}

/** Money that moved on the merchant's balance, with what the processor took for itself. */
export function balanceMove(given: {
  id: string
  source: string
  currency: string
  amount: number
  fee: number
  type: 'charge' | 'refund' | 'adjustment'
}): Stripe.BalanceTransaction {
  const { type, amount, fee } = given
  return {
    ...given,
    object: 'balance_transaction',
    available_on: unixS(),
    balance_type: 'payments',
    created: unixS(),
    description: null,
    exchange_rate: null,
    fee_details: [],
    net: amount - fee,
    reporting_category: type === 'adjustment' ? (amount < 0 ? 'dispute' : 'dispute_reversal') : type,
    status: 'available',
  }
}

/** Money that a dispute moved: negative for what the bank takes back. The fee is for each dispute. */
export const disputeMove = (charge: Stripe.Charge, amount: number, fee: number): Stripe.BalanceTransaction =>
  balanceMove({
    id: newCardId('txn'),
    source: charge.id,
    currency: charge.currency,
    amount,
    fee,
    type: 'adjustment',
  })

/** A dispute of a charge: the amount and a fee have left already. */
export function newDispute(charge: Stripe.Charge, amount: number, reason: string, fee: number): Stripe.Dispute {
  return {
    id: newCardId('dp'),
    object: 'dispute',
    amount,
    balance_transactions: [disputeMove(charge, -amount, fee)],
    charge: charge.id,
    created: unixS(),
    currency: charge.currency,
    enhanced_eligibility_types: [],
    evidence: NO_EVIDENCE,
    evidence_details: {
      due_by: unixS() + 7 * 86_400,
      enhanced_eligibility: {},
      has_evidence: false,
      past_due: false,
      submission_count: 0,
      submission_method: 'not_submitted',
    },
    intended_submission_method: null,
    is_charge_refundable: false,
    livemode: false,
    metadata: {},
    payment_intent: charge.payment_intent,
    reason,
    status: 'needs_response',
  }
}

const NO_EVIDENCE: Stripe.Dispute['evidence'] = {
  access_activity_log: null,
  billing_address: null,
  cancellation_policy: null,
  cancellation_policy_disclosure: null,
  cancellation_rebuttal: null,
  customer_communication: null,
  customer_email_address: null,
  customer_name: null,
  customer_purchase_ip: null,
  customer_signature: null,
  duplicate_charge_documentation: null,
  duplicate_charge_explanation: null,
  duplicate_charge_id: null,
  enhanced_evidence: {},
  product_description: null,
  receipt: null,
  refund_policy: null,
  refund_policy_disclosure: null,
  refund_refusal_explanation: null,
  service_date: null,
  service_documentation: null,
  shipping_address: null,
  shipping_carrier: null,
  shipping_date: null,
  shipping_documentation: null,
  shipping_tracking_number: null,
  uncategorized_file: null,
  uncategorized_text: null,
}

/** A warning of the card network that a charge may be fraud. */
export const newWarning = (charge: Stripe.Charge): Stripe.Radar.EarlyFraudWarning => ({
  id: newCardId('issfr'),
  object: 'radar.early_fraud_warning',
  actionable: true,
  charge: charge.id,
  created: unixS(),
  fraud_type: 'made_with_stolen_card',
  livemode: false,
  ...(typeof charge.payment_intent === 'string' ? { payment_intent: charge.payment_intent } : {}),
})

/** What an event is about: the object as it is when the event happens. */
export type CardObject =
  | Stripe.PaymentIntent
  | Stripe.Charge
  | Stripe.Refund
  | Stripe.Dispute
  | Stripe.Radar.EarlyFraudWarning
/** Names of the events that the processor sends. */
export type CardEventType = Extract<
  Stripe.Event['type'],
  | `payment_intent.${string}`
  | `charge.${'succeeded' | 'failed' | 'refunded'}`
  | `charge.dispute.${string}`
  | `refund.${string}`
  | 'radar.early_fraud_warning.created'
>
export type CardEvent = Omit<Stripe.EventBase, 'data' | 'type'> & { type: CardEventType; data: { object: CardObject } }

/** An event about an object. */
export const newEvent = (type: CardEventType, object: CardObject): CardEvent => ({
  id: newCardId('evt'),
  object: 'event',
  api_version: CARD_API_VERSION,
  created: unixS(),
  data: { object: structuredClone(object) },
  livemode: false,
  pending_webhooks: 1,
  request: { id: newCardId('req'), idempotency_key: null },
  type,
})
