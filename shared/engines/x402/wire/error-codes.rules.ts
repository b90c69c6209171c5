/** What kind of failure an error code tells of. */
export type ErrorClass =
  | 'funds'
  | 'signature'
  | 'time_window'
  | 'mismatch'
  | 'replay'
  | 'network'
  | 'facilitator'
  | 'unknown'

/** Where a paid call failed, for a client. */
export type FailureCategory =
  | 'not_paid'
  | 'malformed_payment'
  | 'wrong_version'
  | 'wrong_network_or_asset'
  | 'amount_mismatch'
  | 'expired_authorization'
  | 'not_yet_valid'
  | 'bad_signature'
  | 'insufficient_funds'
  | 'nonce_reused'
  | 'facilitator_down'
  | 'settlement_pending'
  | 'settlement_failed'
  | 'paid_but_denied'
  | 'price_changed'
  | 'rate_limited'
  | 'auth_not_payment'
  | 'server_error'
  | 'key_or_pass_problem'
  | 'unknown'

/** What a code says of the money: it definitely did not move, or nobody can say without looking at the chain. */
export type MoneyState = 'not_moved' | 'moved' | 'unknown'

export type ErrorFact = { category: FailureCategory; class: ErrorClass; money: MoneyState; meaning: string }

type Group = ErrorFact & { codes: readonly string[] }

/**
 * Error codes of the specification (section 9), of the reference SDKs (EVM, Permit2, SVM) in the old and the new spelling,
 * and of our own API. A code may have the prefix `invalid_exact_evm_` or `invalid_exact_svm_` or none.
 */
const GROUPS: readonly Group[] = [
  {
    category: 'insufficient_funds',
    class: 'funds',
    money: 'not_moved',
    meaning: 'The payer has too little of the token.',
    codes: [
      'insufficient_funds',
      'invalid_exact_evm_insufficient_balance',
      'invalid_exact_evm_payload_insufficient_balance',
      'permit2_insufficient_balance',
    ],
  },
  {
    category: 'insufficient_funds',
    class: 'funds',
    money: 'not_moved',
    meaning: 'The token was not approved for Permit2.',
    codes: ['permit2_allowance_required'],
  },
  {
    category: 'bad_signature',
    class: 'signature',
    money: 'not_moved',
    meaning: 'The signature does not fit what was signed, often for a wrong token name, version or chain.',
    codes: [
      'invalid_exact_evm_payload_signature',
      'invalid_exact_evm_signature',
      'invalid_exact_evm_token_name_mismatch',
      'invalid_exact_evm_token_version_mismatch',
      'invalid_exact_evm_missing_eip712_domain',
      'invalid_exact_evm_payload_undeployed_smart_wallet',
      'eip6492_factory_not_allowed',
      'invalid_permit2_signature',
      'invalid_exact_svm_payload_signature_invalid',
      'invalid_signature',
    ],
  },
  {
    category: 'expired_authorization',
    class: 'time_window',
    money: 'not_moved',
    meaning: 'What was signed has run out.',
    codes: [
      'invalid_exact_evm_payload_authorization_valid_before',
      'permit2_deadline_expired',
      'eip2612_deadline_expired',
      'payment_expired',
      'authorization_expired',
    ],
  },
  {
    category: 'not_yet_valid',
    class: 'time_window',
    money: 'not_moved',
    meaning: 'What was signed is not valid yet.',
    codes: [
      'invalid_exact_evm_payload_authorization_valid_after',
      'permit2_not_yet_valid',
      'permit2_payment_too_early',
    ],
  },
  {
    category: 'amount_mismatch',
    class: 'mismatch',
    money: 'not_moved',
    meaning: 'The signed amount is not the one that is asked for.',
    codes: [
      'invalid_exact_evm_payload_authorization_value_mismatch',
      'invalid_exact_evm_payload_authorization_value',
      'invalid_exact_evm_authorization_value',
      'invalid_exact_evm_value_mismatch',
      'invalid_exact_svm_payload_amount_mismatch',
      'permit2_amount_mismatch',
      'permit2_invalid_amount',
      'permit2_2612_amount_mismatch',
    ],
  },
  {
    category: 'wrong_network_or_asset',
    class: 'mismatch',
    money: 'not_moved',
    meaning: 'The payment goes to another payee, or is of another token.',
    codes: [
      'invalid_exact_evm_payload_recipient_mismatch',
      'invalid_exact_evm_recipient_mismatch',
      'invalid_permit2_recipient_mismatch',
      'invalid_permit2_spender',
      'permit2_token_mismatch',
      'permit2_invalid_destination',
      'permit2_invalid_owner',
      'invalid_exact_svm_payload_mint_mismatch',
      'invalid_exact_svm_payload_recipient_mismatch',
      'asset_not_deployed_contract',
      'invalid_exact_evm_eip3009_not_supported',
      'permit2_proxy_not_deployed',
      'no_matching_payment_requirements',
      'invalid_payment_requirements',
    ],
  },
  {
    category: 'wrong_network_or_asset',
    class: 'network',
    money: 'not_moved',
    meaning: 'The network or scheme is not taken.',
    codes: [
      'invalid_network',
      'unsupported_network',
      'network_mismatch',
      'invalid_exact_evm_network_mismatch',
      'invalid_exact_svm_network_mismatch',
      'invalid_scheme',
      'unsupported_scheme',
      'invalid_exact_evm_scheme',
      'invalid_exact_svm_unsupported_scheme',
    ],
  },
  {
    category: 'malformed_payment',
    class: 'mismatch',
    money: 'not_moved',
    meaning: 'The payment could not be read.',
    codes: [
      'invalid_payload',
      'malformed_payment',
      'invalid_payment',
      'unsupported_payload_type',
      'invalid_exact_svm_payload_transaction',
      'invalid_exact_svm_payload_transaction_could_not_be_decoded',
      'invalid_exact_svm_payload_transaction_instructions_length',
      'invalid_exact_svm_payload_transaction_instructions_compute_limit_instruction',
      'invalid_exact_svm_payload_transaction_instructions_compute_limit_instruction_too_high',
      'invalid_exact_svm_payload_transaction_instructions_compute_price_instruction',
      'invalid_exact_svm_payload_transaction_instructions_compute_price_instruction_too_high',
      'invalid_exact_svm_payload_no_transfer_instruction',
      'invalid_exact_svm_payload_unknown_fourth_instruction',
      'invalid_exact_svm_payload_unknown_fifth_instruction',
      'invalid_exact_svm_payload_unknown_sixth_instruction',
      'invalid_exact_svm_payload_unknown_seventh_instruction',
      'invalid_exact_svm_payload_unknown_optional_instruction',
      'invalid_exact_svm_payload_transaction_fee_payer_transferring_funds',
      'invalid_exact_svm_payload_excessive_signers',
      'invalid_exact_svm_payload_memo_mismatch',
      'invalid_exact_svm_payload_memo_count',
      'invalid_exact_svm_payload_missing_fee_payer',
    ],
  },
  {
    category: 'wrong_version',
    class: 'mismatch',
    money: 'not_moved',
    meaning: 'The x402 version is not taken.',
    codes: ['invalid_x402_version', 'x402_version_v1_not_supported', 'x402_version_missing'],
  },
  {
    category: 'nonce_reused',
    class: 'replay',
    money: 'unknown',
    meaning: 'This payment was used before: it may have been settled.',
    codes: [
      'invalid_exact_evm_nonce_already_used',
      'invalid_exact_evm_payload_authorization_nonce_used',
      'permit2_invalid_nonce',
      'duplicate_settlement',
      'payment_already_used',
      'payment_in_progress',
    ],
  },
  {
    category: 'settlement_pending',
    class: 'facilitator',
    money: 'unknown',
    meaning: 'The transfer was broadcast and is not confirmed yet.',
    codes: ['settlement_pending', 'settlement_confirmation_timeout', 'post_settlement_transfer_not_confirmed'],
  },
  {
    category: 'settlement_failed',
    class: 'unknown',
    money: 'unknown',
    meaning: 'The settlement ended in an error that does not say whether the transfer happened.',
    codes: [
      'unexpected_settle_error',
      'invalid_transaction_state',
      'transaction_failed',
      'invalid_exact_evm_transaction_failed',
      'invalid_exact_evm_transfer_event_mismatch',
      'invalid_exact_svm_transaction_failed',
      'smart_wallet_deployment_failed',
    ],
  },
  {
    category: 'settlement_failed',
    class: 'facilitator',
    money: 'not_moved',
    meaning: 'The transfer failed when it was tried out, before it was sent.',
    codes: [
      'transaction_simulation_failed',
      'invalid_exact_evm_transaction_simulation_failed',
      'invalid_exact_svm_transaction_simulation_failed',
      'permit2_simulation_failed',
      'invalid_exact_svm_transaction_signing_failed',
      'invalid_exact_svm_verification_failed',
    ],
  },
  {
    category: 'facilitator_down',
    class: 'facilitator',
    money: 'not_moved',
    meaning: 'The facilitator could not judge the payment.',
    codes: [
      'unexpected_verify_error',
      'fee_payer_not_managed_by_facilitator',
      'invalid_exact_svm_fee_payer_not_managed_by_facilitator',
      'invalid_exact_svm_fee_payer_mismatch',
      'payments_not_ready',
      'upstream_unavailable',
    ],
  },
  {
    category: 'not_paid',
    class: 'unknown',
    money: 'not_moved',
    meaning: 'No payment was seen.',
    codes: ['payment_required'],
  },
  {
    category: 'key_or_pass_problem',
    class: 'funds',
    money: 'not_moved',
    meaning: 'The prepaid key or trial has too little left.',
    codes: ['insufficient_balance', 'trial_expired'],
  },
  {
    category: 'key_or_pass_problem',
    class: 'unknown',
    money: 'not_moved',
    meaning: 'The key or pass does not pay this call.',
    codes: [
      'invalid_service_key',
      'key_revoked',
      'invalid_pass',
      'pass_expired',
      'pass_scope',
      'pass_fair_use',
      'trial_price_cap',
      'policy_slug',
      'policy_call_ceiling',
      'policy_daily_ceiling',
      'policy_monthly_ceiling',
    ],
  },
  {
    category: 'rate_limited',
    class: 'unknown',
    money: 'not_moved',
    meaning: 'Too many requests.',
    codes: ['rate_limited', 'too_many_in_flight', 'overloaded'],
  },
  {
    category: 'price_changed',
    class: 'mismatch',
    money: 'not_moved',
    meaning: 'It costs more than the caller allows.',
    codes: ['over_max_cents', 'price_changed'],
  },
]

const FACTS: ReadonlyMap<string, ErrorFact> = new Map(
  GROUPS.flatMap(({ codes, ...fact }) => codes.map((code) => [code, fact])),
)

/**
 * Codes of schemes and helpers that are too many to list (upto, batch-settlement, smart wallets, gas sponsoring): told by
 * how they end. In order; the first that fits counts.
 */
const ENDINGS: readonly { ending: RegExp; like: string }[] = [
  { ending: /insufficient_balance$/, like: 'insufficient_funds' },
  { ending: /allowance_required$/, like: 'permit2_allowance_required' },
  { ending: /simulation_failed$|settlement_simulation$/, like: 'transaction_simulation_failed' },
  { ending: /(?:transaction|tx|broadcast|deployment)_failed$|_broadcast$/, like: 'transaction_failed' },
  { ending: /signature(?:_invalid)?$|signer_mismatch$/, like: 'invalid_signature' },
  { ending: /(?:_expired|valid_before)$/, like: 'authorization_expired' },
  { ending: /(?:not_yet_(?:valid|active)|valid_after|too_early)$/, like: 'permit2_not_yet_valid' },
  { ending: /amount(?:_mismatch|_invalid)?$|exceeds_amount$/, like: 'permit2_amount_mismatch' },
  { ending: /(?:network_mismatch|_scheme)$/, like: 'invalid_network' },
  {
    ending: /(?:recipient|receiver|payer|token|asset|mint|spender|target)(?:_mismatch)?$/,
    like: 'permit2_token_mismatch',
  },
  { ending: /(?:not_available|unavailable|rpc_read_failed|not_configured)$/, like: 'unexpected_verify_error' },
]
const SCHEME_CODE = /^(?:invalid|permit2|eip2612|erc20_approval|smart_wallet)_[a-z0-9_]{3,100}$/

/** What a code means; null when it is none of the known ones. Case and the scheme's prefix do not matter. */
export function errorFact(code: string): ErrorFact | null {
  // A sentence is no code, whatever it begins with.
  if (/\s/.test(code.trim())) return null
  const plain = code.trim().toLowerCase().replaceAll('-', '_')
  const direct = FACTS.get(plain)
  if (direct !== undefined) return direct
  for (const prefix of PREFIXES) {
    const fact = FACTS.get(`${prefix}${plain}`)
    if (fact !== undefined) return fact
  }
  if (!SCHEME_CODE.test(plain)) return null
  const like = ENDINGS.find(({ ending }) => ending.test(plain))?.like ?? 'invalid_payload'
  return FACTS.get(like) ?? null
}

const PREFIXES = [
  'invalid_exact_evm_',
  'invalid_exact_evm_payload_',
  'invalid_exact_svm_',
  'invalid_exact_svm_payload_',
]

/** Every code that is listed, for tests. */
export const listedErrorCodes: readonly string[] = [...FACTS.keys()]
