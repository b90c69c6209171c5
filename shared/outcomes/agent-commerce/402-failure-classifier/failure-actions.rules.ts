import type { FailureCategory, MoneyState } from '#shared/engines/x402/wire/error-codes.rules.ts'

export type FailureAction =
  | 'pay'
  | 'fix_and_resign'
  | 'wait_and_retry_same'
  | 'poll_settlement'
  | 'top_up'
  | 'contact_merchant'
  | 'stop'

type Advice = { action: FailureAction; next: string }

/** What to do while the money has not moved. */
const UNMOVED: Readonly<Record<FailureCategory, Advice>> = {
  not_paid: {
    action: 'pay',
    next: 'Sign a payment for one of the accepts entries and send the request again with it.',
  },
  malformed_payment: {
    action: 'fix_and_resign',
    next: 'Build the payment anew as the specification has it, sign it, and send it.',
  },
  wrong_version: { action: 'fix_and_resign', next: 'Sign a payment of the x402 version that the 402 is of.' },
  wrong_network_or_asset: {
    action: 'fix_and_resign',
    next: 'Sign a payment for one of the offered networks, assets and payees.',
  },
  amount_mismatch: { action: 'fix_and_resign', next: 'Sign exactly the amount that the 402 asks for.' },
  expired_authorization: {
    action: 'fix_and_resign',
    next: 'Sign a new payment with a fresh time window and send it at once.',
  },
  not_yet_valid: { action: 'fix_and_resign', next: 'Sign with validAfter 0, and check the clock.' },
  bad_signature: {
    action: 'fix_and_resign',
    next: 'Sign under the EIP-712 domain of the token (name, version, chain id, contract), with the key of the payer.',
  },
  insufficient_funds: { action: 'top_up', next: 'Add funds to the paying wallet (or approve the token), then pay.' },
  nonce_reused: {
    action: 'poll_settlement',
    next: 'Look up whether this payment was settled, before anything is signed.',
  },
  facilitator_down: { action: 'wait_and_retry_same', next: 'Wait, then send the same request with the same payment.' },
  settlement_pending: {
    action: 'poll_settlement',
    next: 'Look the transfer up until it is final, then send the same payment again.',
  },
  settlement_failed: {
    action: 'fix_and_resign',
    next: 'Check balance and approval of the payer, then sign a new payment.',
  },
  paid_but_denied: {
    action: 'contact_merchant',
    next: 'Send the receipt to the merchant and ask for the service or a refund.',
  },
  price_changed: {
    action: 'fix_and_resign',
    next: 'Read the new accepts, decide whether the new terms are acceptable, and only then sign them.',
  },
  rate_limited: { action: 'wait_and_retry_same', next: 'Wait as long as the server says, then send the same request.' },
  auth_not_payment: { action: 'stop', next: 'Paying will not help: the endpoint wants another credential.' },
  server_error: {
    action: 'wait_and_retry_same',
    next: 'Wait, then send the same request again, with the same payment if there was one.',
  },
  key_or_pass_problem: { action: 'top_up', next: 'Top the key up, use another key or pass, or pay this call by x402.' },
  unknown: { action: 'stop', next: 'Do not pay; have the answer looked at.' },
}

/** What to do next, and never to sign again while money may be under way. */
export function adviceFor(category: FailureCategory, money: MoneyState): Advice {
  if (money === 'not_moved') return UNMOVED[category]
  if (money === 'moved')
    return category === 'paid_but_denied'
      ? {
          action: 'contact_merchant',
          next: 'Send the same request with the same payment once; if it is denied again, take the receipt to the merchant.',
        }
      : { action: 'stop', next: 'The payment was settled: do not pay again.' }
  return {
    action: 'poll_settlement',
    next: 'Do not sign a new payment: look the transfer up on chain by its nonce or transaction, or send the same payment again.',
  }
}
