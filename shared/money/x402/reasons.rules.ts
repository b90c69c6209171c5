/**
 * Reasons with which a facilitator says that a payment cannot settle and that nothing was broadcast (x402 2.27,
 * mechanisms evm and svm, errors.ts). Everything else (`settlement_pending`, a nonce that is used, a duplicate, a revert, a
 * word nobody knows) leaves open whether money moved, and only the chain can tell.
 */
export const NOTHING_WAS_SENT: ReadonlySet<string> = new Set([
  'insufficient_funds',
  'invalid_exact_evm_insufficient_balance',
  'invalid_exact_evm_signature',
  'invalid_exact_evm_payload_authorization_valid_before',
  'invalid_exact_evm_payload_authorization_valid_after',
  'invalid_exact_evm_payload_authorization_value_mismatch',
  'invalid_exact_evm_recipient_mismatch',
  'invalid_exact_evm_token_name_mismatch',
  'invalid_exact_evm_token_version_mismatch',
  'invalid_exact_evm_network_mismatch',
  'invalid_exact_evm_scheme',
  'invalid_exact_evm_payload_undeployed_smart_wallet',
  'eip6492_factory_not_allowed',
  'unsupported_payload_type',
  'unsupported_scheme',
  'invalid_scheme',
  'invalid_network',
  'invalid_payload',
  'invalid_payment_requirements',
  'invalid_exact_svm_payload_signature_invalid',
  'invalid_exact_svm_payload_mint_mismatch',
  'invalid_exact_svm_payload_recipient_mismatch',
  'invalid_exact_svm_payload_amount_mismatch',
  'invalid_exact_svm_fee_payer_not_managed_by_facilitator',
  'invalid_exact_svm_fee_payer_mismatch',
  // Words of our own settlement process.
  'payer_gas_limit_exceeded',
  'payer_contract_differs_when_sent',
  'payer_settlement_failed_on_chain',
  'payer_gas_allowance_used',
  'client_settlements_failed_on_chain',
  'client_gas_allowance_used',
])

/** Reasons of /verify that say something of the facilitator and nothing of the payment. */
export const VERIFY_FAILED: ReadonlySet<string> = new Set(['unexpected_verify_error', 'unexpected_error'])

/** What a reason means for the one who pays, as far as more is to be said than the word does. */
export const SAID: Readonly<Record<string, string | undefined>> = {
  insufficient_funds: 'The wallet has too little USDC.',
  invalid_exact_evm_insufficient_balance: 'The wallet has too little USDC.',
  invalid_exact_evm_signature: 'The signature is not of the wallet that pays, or not over this authorization.',
  invalid_exact_evm_nonce_already_used: 'This authorization was used or cancelled on chain.',
  invalid_exact_evm_payload_authorization_valid_before: 'The authorization ends too soon.',
  invalid_exact_evm_payload_authorization_valid_after: 'The authorization is not valid yet.',
  invalid_exact_evm_transaction_simulation_failed: 'The chain would refuse this transfer.',
  invalid_exact_svm_transaction_simulation_failed:
    'The chain would refuse this transfer: too little USDC, or its blockhash is too old.',
  invalid_exact_svm_payload_recipient_mismatch: 'It does not pay the token account of payTo.',
  payer_gas_limit_exceeded:
    'The contract of this wallet takes more gas to check a signature than a settlement has (300,000 in all).',
  payer_contract_differs_when_sent:
    'The contract of this wallet refuses the transfer as it would be sent, where gas has a price.',
  payer_settlement_failed_on_chain:
    'A settlement of this wallet failed on chain. It can pay by x402 again a day after that; another wallet or a prepaid key can pay now.',
  payer_gas_allowance_used:
    'The contract of this wallet took more gas today than its payments cover. Another wallet or a prepaid key can pay now.',
  transfer_paid_something_else: 'The transfer that the chain shows for it paid something else.',
  duplicate_settlement: 'This transaction was sent before.',
}
