import type { LintRule } from '#shared/engines/lint/lint-report.ts'

/**
 * A rule of facilitator-payload-lint. `predicts` is the error code of the specification (section 9 and the scheme files)
 * a facilitator would answer with, `sdk` what the reference SDK 2.27 says instead where that differs.
 */
type Rule = LintRule & { predicts?: string; sdk?: string }

const EIP3009 = 'x402 exact evm 1'
const PERMIT2 = 'x402 exact evm 2'
const SVM = 'x402 exact svm 3.1'

const unknownInstruction = (place: string) =>
  ({
    severity: 'error',
    message: 'Instruction {at} is of program {program}; after the transfer only Memo and Lighthouse are taken.',
    spec: SVM,
    predicts: `invalid_exact_svm_payload_unknown_${place}_instruction`,
  }) as const

/** In the order in which a facilitator checks: the first error found is the one it would answer. */
export const facilitatorPayloadRules = {
  not_an_object: {
    severity: 'error',
    message: 'The payment is {kind}, not a PaymentPayload object.',
    predicts: 'invalid_payload',
  },
  not_decodable: {
    severity: 'error',
    message: 'The payment is neither JSON nor base64 of it.',
    predicts: 'invalid_payload',
  },
  base64url: {
    severity: 'error',
    message: 'The payment is base64url; servers decode standard base64 only.',
    fix: 'Encode it with + and /.',
    spec: 'x402 v2 transport http',
    predicts: 'invalid_payload',
  },
  unsupported_version: {
    severity: 'error',
    message: 'x402Version is {given}; there are 1 and 2.',
    fix: '2',
    spec: 'x402 v2 5.2.2',
    predicts: 'invalid_x402_version',
  },
  version_not_taken: {
    severity: 'error',
    message: 'The facilitator {facilitator} does not take x402 v{given}.',
    predicts: 'invalid_x402_version',
  },
  missing_field: {
    severity: 'error',
    message: '{field} is missing or not {expected}.',
    spec: 'x402 v2 5.2.2',
    predicts: 'invalid_payload',
  },
  requirements_invalid: {
    severity: 'error',
    message: 'The payment requirement has no usable {field}.',
    spec: 'x402 v2 5.1.2',
    predicts: 'invalid_payment_requirements',
  },
  description_too_long: {
    severity: 'error',
    message:
      'resource.description has {length} characters; {facilitator} refuses more than {limit} without naming the field.',
    fix: 'Shorten the description in the 402: clients echo it.',
    predicts: 'invalid_payload',
  },
  unsupported_scheme: {
    severity: 'error',
    message: 'The facilitator {facilitator} does not take the scheme {given} (as of {as_of}).',
    predicts: 'unsupported_scheme',
  },
  network_malformed: {
    severity: 'error',
    message: 'network {given} is not {expected}.',
    fix: '{fix}',
    spec: 'x402 v2 11.1',
    predicts: 'invalid_network',
  },
  facilitator_network_unsupported: {
    severity: 'error',
    message: 'The facilitator {facilitator} does not take {given} (as of {as_of}).',
    predicts: 'invalid_network',
  },
  requirements_mismatch: {
    severity: 'error',
    message: 'accepted.{field} is {given}, the requirement says {expected}.',
    fix: '{expected}',
    spec: 'x402 v2 6.1.2',
    predicts: 'invalid_payment_requirements',
  },
  not_checked: { severity: 'info', message: 'Payloads of {what} are opaque: only a facilitator can judge them.' },
  missing_eip712_domain: {
    severity: 'error',
    message: 'extra.{field} is missing: the facilitator cannot rebuild what was signed.',
    fix: '{expected}',
    spec: EIP3009,
    predicts: 'invalid_payment_requirements',
    sdk: 'invalid_exact_evm_missing_eip712_domain',
  },
  missing_authorization_field: {
    severity: 'error',
    message: '{field} is missing or not {expected}.',
    spec: 'x402 v2 5.2.2',
    predicts: 'invalid_payload',
  },
  bad_signature_length: {
    severity: 'error',
    message: 'The signature has {bytes} bytes; an ECDSA signature has 65.',
    spec: EIP3009,
    predicts: 'invalid_exact_evm_payload_signature',
    sdk: 'invalid_exact_evm_signature',
  },
  bad_signature: {
    severity: 'error',
    message: 'The signature is no point of the curve, or its last byte is not 27 or 28.',
    spec: EIP3009,
    predicts: 'invalid_exact_evm_payload_signature',
    sdk: 'invalid_exact_evm_signature',
  },
  high_s_signature: {
    severity: 'error',
    message: 'The signature has a high s: token contracts refuse it.',
    fix: 'Sign with a library that gives low-s signatures.',
    spec: 'EIP-2',
    predicts: 'invalid_exact_evm_payload_signature',
    sdk: 'invalid_exact_evm_signature',
  },
  signature_v: {
    severity: 'warning',
    message: 'The last byte of the signature is {v}; contracts expect 27 or 28.',
    fix: '{right}',
  },
  smart_wallet_signature: {
    severity: 'info',
    message: 'The signature has {bytes} bytes: a smart wallet ({kind}), which only the chain can check.',
  },
  signature_mismatch: {
    severity: 'error',
    message: 'The signature recovers to {recovered}, not to {from}. {diagnosis}',
    fix: '{fix}',
    spec: EIP3009,
    predicts: 'invalid_exact_evm_payload_signature',
    sdk: 'invalid_exact_evm_signature',
  },
  recipient_mismatch: {
    severity: 'error',
    message: 'authorization.to is {given}, payTo is {expected}.',
    fix: '{expected}',
    spec: 'x402 v2 6.1.2',
    predicts: 'invalid_exact_evm_payload_recipient_mismatch',
    sdk: 'invalid_exact_evm_recipient_mismatch',
  },
  expired: {
    severity: 'error',
    message: 'The authorization ended {seconds} s ago (facilitators want 6 s to spare).',
    fix: 'Sign a new one, once the old one is known not to have been settled.',
    spec: 'x402 v2 6.1.2',
    predicts: 'invalid_exact_evm_payload_authorization_valid_before',
  },
  not_yet_valid: {
    severity: 'error',
    message: 'The authorization is valid in {seconds} s.',
    fix: 'Sign with validAfter 0.',
    spec: 'x402 v2 6.1.2',
    predicts: 'invalid_exact_evm_payload_authorization_valid_after',
  },
  value_mismatch: {
    severity: 'error',
    message: 'The signed amount is {given}, asked were {expected}; exact means equal.',
    fix: '{expected}',
    spec: 'x402 v2 6.1.2',
    predicts: 'invalid_exact_evm_payload_authorization_value_mismatch',
  },
  window_too_long: {
    severity: 'warning',
    message: 'The authorization stays valid for {seconds} s; maxTimeoutSeconds is {limit}.',
    fix: 'Sign for maxTimeoutSeconds: a signature that lives longer can be settled later than you think.',
  },
  asset_assumed: {
    severity: 'info',
    message: 'No requirement was given: the signature was checked against {symbol} of {network}.',
  },
  no_requirements: {
    severity: 'warning',
    message: 'A v1 payment names no price and no payee; without payment_requirements they were not compared.',
    fix: 'Send payment_requirements.',
  },
  permit2_spender: {
    severity: 'error',
    message: 'The spender is {given}; for {scheme} it is {expected}.',
    fix: '{expected}',
    spec: PERMIT2,
    predicts: 'invalid_permit2_spender',
  },
  permit2_recipient: {
    severity: 'error',
    message: 'witness.to is {given}, payTo is {expected}.',
    fix: '{expected}',
    spec: PERMIT2,
    predicts: 'invalid_permit2_recipient_mismatch',
  },
  permit2_deadline: {
    severity: 'error',
    message: 'The deadline passed {seconds} s ago (facilitators want 6 s to spare).',
    spec: PERMIT2,
    predicts: 'permit2_deadline_expired',
  },
  permit2_too_early: {
    severity: 'error',
    message: 'The permit is valid in {seconds} s.',
    spec: PERMIT2,
    predicts: 'permit2_not_yet_valid',
  },
  permit2_amount: {
    severity: 'error',
    message: 'permitted.amount is {given}, asked were {expected}.',
    fix: '{expected}',
    spec: PERMIT2,
    predicts: 'permit2_amount_mismatch',
  },
  permit2_token: {
    severity: 'error',
    message: 'permitted.token is {given}, the asset is {expected}.',
    fix: '{expected}',
    spec: PERMIT2,
    predicts: 'permit2_token_mismatch',
  },
  permit2_signature_malformed: {
    severity: 'error',
    message: 'The signature has {bytes} bytes and is no ECDSA signature, which has 65.',
    spec: PERMIT2,
    predicts: 'invalid_permit2_signature',
  },
  permit2_signature: {
    severity: 'error',
    message: 'The signature recovers to {recovered}, not to {from}.',
    spec: PERMIT2,
    predicts: 'invalid_permit2_signature',
  },
  svm_fee_payer_missing: {
    severity: 'error',
    message: 'The requirement names no extra.feePayer.',
    spec: SVM,
    predicts: 'invalid_exact_svm_payload_missing_fee_payer',
  },
  svm_transaction_undecodable: {
    severity: 'error',
    message: 'payload.transaction is not a Solana transaction: {why}.',
    spec: SVM,
    predicts: 'invalid_exact_svm_payload_transaction_could_not_be_decoded',
  },
  svm_transaction_too_large: {
    severity: 'error',
    message: 'The transaction has {bytes} bytes; Solana takes 1232.',
    spec: SVM,
    predicts: 'invalid_exact_svm_payload_transaction_could_not_be_decoded',
  },
  svm_fee_payer_mismatch: {
    severity: 'error',
    message: 'The transaction is paid by {given}, extra.feePayer is {expected}.',
    fix: '{expected}',
    spec: SVM,
    predicts: 'invalid_exact_svm_fee_payer_mismatch',
  },
  svm_signature_invalid: {
    severity: 'error',
    message: 'The signature of {signer} is missing or does not fit the message.',
    spec: SVM,
    predicts: 'invalid_exact_svm_payload_signature_invalid',
  },
  svm_instruction_count: {
    severity: 'error',
    message: 'The transaction has {given} instructions; 3 to {most} are taken.',
    spec: SVM,
    predicts: 'invalid_exact_svm_payload_transaction_instructions_length',
  },
  svm_compute_limit: {
    severity: 'error',
    message: 'The first instruction is not SetComputeUnitLimit.',
    spec: SVM,
    predicts: 'invalid_exact_svm_payload_transaction_instructions_compute_limit_instruction',
  },
  svm_compute_price: {
    severity: 'error',
    message: 'The second instruction is not SetComputeUnitPrice.',
    spec: SVM,
    predicts: 'invalid_exact_svm_payload_transaction_instructions_compute_price_instruction',
  },
  svm_compute_price_too_high: {
    severity: 'error',
    message: 'The compute unit price is {given} microlamports; facilitators take at most 5000000.',
    spec: SVM,
    predicts: 'invalid_exact_svm_payload_transaction_instructions_compute_price_instruction_too_high',
  },
  svm_no_transfer: {
    severity: 'error',
    message: 'The third instruction is not TransferChecked of a token program.',
    spec: SVM,
    predicts: 'invalid_exact_svm_payload_no_transfer_instruction',
  },
  svm_fee_payer_in_instruction: {
    severity: 'error',
    message: 'Instruction {at} uses the fee payer: no facilitator signs that.',
    spec: 'x402 exact svm 2.1.1',
    predicts: 'invalid_exact_svm_payload_transaction_fee_payer_transferring_funds',
  },
  svm_mint_mismatch: {
    severity: 'error',
    message: 'The mint is {given}, the asset is {expected}.',
    spec: SVM,
    predicts: 'invalid_exact_svm_payload_mint_mismatch',
  },
  svm_recipient_mismatch: {
    severity: 'error',
    message: 'The transfer goes to {given}; the token account of payTo is {expected}.',
    fix: '{expected}',
    spec: SVM,
    predicts: 'invalid_exact_svm_payload_recipient_mismatch',
  },
  svm_amount_mismatch: {
    severity: 'error',
    message: 'The transfer moves {given}, asked were {expected}.',
    fix: '{expected}',
    spec: SVM,
    predicts: 'invalid_exact_svm_payload_amount_mismatch',
  },
  svm_unknown_fourth: unknownInstruction('fourth'),
  svm_unknown_fifth: unknownInstruction('fifth'),
  svm_unknown_sixth: unknownInstruction('sixth'),
  svm_unknown_seventh: unknownInstruction('seventh'),
  svm_memo_count: {
    severity: 'error',
    message: 'The requirement asks for one memo, the transaction has {given}.',
    spec: SVM,
    predicts: 'invalid_exact_svm_payload_memo_count',
  },
  svm_memo_mismatch: {
    severity: 'error',
    message: 'The memo is {given}, the requirement says {expected}.',
    spec: SVM,
    predicts: 'invalid_exact_svm_payload_memo_mismatch',
  },
  svm_excessive_signers: {
    severity: 'warning',
    message:
      'The transaction needs {given} signatures; payer and fee payer are two, and a facilitator may refuse more.',
    spec: 'x402 exact svm 2.1.4',
  },
  svm_lookup_tables: {
    severity: 'warning',
    message: 'The transaction uses address lookup tables, which only the chain can resolve.',
    spec: 'x402 exact svm 2.1.2',
  },
  svm_decimals: {
    severity: 'error',
    message: 'TransferChecked names {given} decimals, the token has {expected}: the chain refuses it.',
    fix: '{expected}',
    spec: SVM,
    predicts: 'transaction_simulation_failed',
    sdk: 'invalid_exact_svm_transaction_simulation_failed',
  },
  svm_memo_missing: {
    severity: 'warning',
    message: 'There is no Memo instruction: two equal payments in one block would be one transaction.',
    spec: SVM,
  },
  resource_mismatch: {
    severity: 'warning',
    message: 'resource.url is {given}, the requirement is for {expected}.',
  },
  unknown_facilitator: {
    severity: 'warning',
    message: 'There is no profile of the facilitator {given}; what it takes was not judged.',
    fix: 'cdp, x402.org, payai or self',
  },
} as const satisfies Record<string, Rule>
