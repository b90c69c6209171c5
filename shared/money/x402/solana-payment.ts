import { readSolanaTransaction, type SolanaTransaction } from '#shared/chains/solana-transaction.ts'
import { isEd25519Signature } from '#shared/lib/crypto/ed25519.ts'

import type { Invalid, Unreadable } from './evm-authorization.ts'

const COMPUTE_BUDGET = 'ComputeBudget111111111111111111111111111111'
const TOKEN = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA'
/** Programs whose instructions may follow the transfer: memo, and Lighthouse, which wallets add as a guard. */
const MEMO = 'MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr'
const MAY_FOLLOW = new Set([MEMO, 'L2TExMFKdjpN9kozasaurPirfHy9P8sbXoAN1qA3S95'])
const SET_UNIT_LIMIT = 2
const SET_UNIT_PRICE = 3
const TRANSFER_CHECKED = 12
const USDC_DECIMALS = 6

/** A token transfer signed by its owner; the fee payer's signature is missing. */
export type SolanaPayment = {
  /** The owner of the tokens. */
  payer: string
  feePayer: string
  mint: string
  amount: bigint
  messageHash: string
  transaction: string
  memos: string[]
}

/**
 * Reads the payload of `exact` on Solana (specs/schemes/exact/scheme_exact_svm.md): unit limit, unit price, one
 * TransferChecked of the token program, then only memos or wallet guards. Lookup tables are refused, so that all
 * accounts are visible. Checks the signatures of all but the fee payer. /verify checks what only the chain knows
 * (balances, the token account of payTo, the blockhash) and the fee limits. With `inAnyOrder` the unit price may stand
 * before the unit limit.
 */
export function readSolanaPayload(
  payload: Record<string, unknown>,
  inAnyOrder = false,
): { kind: 'read'; payment: SolanaPayment } | Unreadable | Invalid {
  const sent = payload['transaction']
  if (typeof sent !== 'string') {
    return { kind: 'malformed', why: 'payload.transaction is missing or no text.', path: ['payload', 'transaction'] }
  }
  const transaction = readSolanaTransaction(sent)
  if (transaction === null) {
    return invalid('invalid_exact_svm_payload_transaction_could_not_be_decoded', 'It is no transaction.')
  }
  const { instructions, accounts, messageHash, requiredSignatures } = transaction
  if (transaction.usesLookupTables || instructions.length < 3 || instructions.length > 7) {
    return invalid(
      'invalid_exact_svm_payload_transaction_instructions_length',
      'It has to hold three to seven instructions and no lookup tables.',
    )
  }
  const [first, second, transfer, ...rest] = instructions
  const [limit, price] = inAnyOrder && first?.data[0] === SET_UNIT_PRICE ? [second, first] : [first, second]
  if (limit?.program !== COMPUTE_BUDGET || limit.data[0] !== SET_UNIT_LIMIT) {
    return invalid(
      'invalid_exact_svm_payload_transaction_instructions_compute_limit_instruction',
      'Its first instruction has to set the compute unit limit.',
    )
  }
  if (price?.program !== COMPUTE_BUDGET || price.data[0] !== SET_UNIT_PRICE) {
    return invalid(
      'invalid_exact_svm_payload_transaction_instructions_compute_price_instruction',
      'Its second instruction has to set the compute unit price.',
    )
  }
  if (transfer?.program !== TOKEN || transfer.data[0] !== TRANSFER_CHECKED || transfer.data.length !== 10) {
    return invalid(
      'invalid_exact_svm_payload_no_transfer_instruction',
      'Its third instruction has to be a TransferChecked of the token program.',
    )
  }
  if (!rest.every(({ program }) => MAY_FOLLOW.has(program))) {
    return invalid('invalid_exact_svm_payload_unknown_optional_instruction', 'Only a memo may follow the transfer.')
  }
  const [, mintAt = -1, , authorityAt = -1] = transfer.accounts
  const [mint, payer, feePayer] = [accounts[mintAt], accounts[authorityAt], accounts[0]]
  if (mint === undefined || payer === undefined || feePayer === undefined || transfer.data[9] !== USDC_DECIMALS) {
    return invalid(
      'invalid_exact_svm_payload_no_transfer_instruction',
      'Its transfer names accounts that are not there.',
    )
  }
  if (authorityAt === 0) {
    return invalid(
      'invalid_exact_svm_payload_transaction_fee_payer_transferring_funds',
      'The fee payer may not be the one who pays.',
    )
  }
  if (authorityAt >= requiredSignatures || !isSignedByPayers(transaction)) {
    return invalid('invalid_exact_svm_payload_signature_invalid', 'Its owner has not signed this transfer.')
  }
  const amount = transfer.data.readBigUInt64LE(1)
  const memos = rest.filter(({ program }) => program === MEMO).map(({ data }) => data.toString('utf8'))
  return { kind: 'read', payment: { payer, feePayer, mint, amount, messageHash, transaction: sent, memos } }
}

/** Whether every signer except the fee payer (whose signature the facilitator adds) has signed this message. */
const isSignedByPayers = ({ signatures, message, keys, requiredSignatures }: SolanaTransaction): boolean =>
  requiredSignatures > 1 &&
  keys.slice(1, requiredSignatures).every((key, at) => isEd25519Signature(signatures[at + 1], message, key))

const invalid = (reason: string, message: string): Invalid => ({
  kind: 'invalid',
  reason,
  message,
  field: 'payload.transaction',
})
