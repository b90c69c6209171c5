import {
  decodeSolanaTransaction,
  MAX_TRANSACTION_BYTES,
  type SolanaInstruction,
  type SolanaTransaction,
  UnreadableTransaction,
} from '#shared/chains/solana-transaction.ts'
import { ownValue } from '#shared/engines/json/json-value.ts'
import { isEd25519Signature } from '#shared/lib/crypto/ed25519.ts'
import type { Payment, PayloadReport } from '#shared/engines/x402/wire/read-payment.ts'
import {
  associatedTokenAccount,
  TOKEN_2022_PROGRAM,
  TOKEN_PROGRAM,
} from '#shared/engines/x402/networks/solana-address.ts'

const COMPUTE_BUDGET = 'ComputeBudget111111111111111111111111111111'
const MEMO = 'MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr'
const LIGHTHOUSE = 'L2TExMFKdjpN9kozasaurPirfHy9P8sbXoAN1qA3S95'

/** What is larger than a packet is still read up to this, to say what else is wrong. */
const MOST_BYTES_READ = 4_096
const UNRESOLVED = 'unresolved (lookup table)'
/** Instructions by x402 version: SDK 2.27 still takes one less in v1. */
const MOST_INSTRUCTIONS = { 1: 6, 2: 7 } as const
const MOST_SIGNERS = 2
const MOST_PRICE = 5_000_000n
/** Instruction tags: SetComputeUnitLimit, SetComputeUnitPrice, TransferChecked. */
const [LIMIT_TAG, PRICE_TAG, TRANSFER_TAG] = [2, 3, 12]

/** A TransferChecked instruction, read. */
export type Transfer = {
  source: string
  mint: string
  destination: string
  authority: string
  amount: bigint
  decimals: number
  program: string
}

/** The rule for a strange instruction after the transfer, by its place. */
const UNKNOWN = ['svm_unknown_fourth', 'svm_unknown_fifth', 'svm_unknown_sixth', 'svm_unknown_seventh'] as const

const PATH = '/payload/transaction'

/** Checks an exact Solana payment against the layout that facilitators take, and every signature but the fee payer's. */
export function checkSvm(report: PayloadReport, payment: Payment): Transfer | null {
  // Facilitators ask for the fee payer before they decode anything.
  if (typeof ownValue(payment.option.extra, 'feePayer') !== 'string')
    report.add('svm_fee_payer_missing', '/accepted/extra/feePayer')
  const text = ownValue(payment.payload, 'transaction')
  if (typeof text !== 'string') {
    report.add('missing_field', PATH, { field: 'transaction', expected: 'base64 of a transaction' })
    return null
  }
  const transaction = decode(report, text)
  if (transaction === null) return null
  const bytes = transaction.bytes.length
  if (bytes > MAX_TRANSACTION_BYTES) report.add('svm_transaction_too_large', PATH, { bytes })
  if (transaction.usesLookupTables) report.add('svm_lookup_tables', PATH)
  checkFeePayer(report, payment, transaction)
  const transfer = checkLayout(report, payment, transaction)
  if (transfer !== null) compare(report, payment, transfer)
  checkMemo(report, payment, transaction)
  checkSignatures(report, transaction)
  return transfer
}

function decode(report: PayloadReport, base64: string): SolanaTransaction | null {
  try {
    return decodeSolanaTransaction(base64, MOST_BYTES_READ)
  } catch (error) {
    if (!(error instanceof UnreadableTransaction)) throw error
    report.add('svm_transaction_undecodable', PATH, { why: error.message })
    return null
  }
}

function checkFeePayer(
  report: PayloadReport,
  { option }: Payment,
  { accounts, requiredSignatures, instructions }: SolanaTransaction,
): void {
  const expected = ownValue(option.extra, 'feePayer')
  const [feePayer] = accounts
  if (typeof expected === 'string' && expected !== feePayer)
    report.add('svm_fee_payer_mismatch', PATH, { given: feePayer ?? 'nobody', expected })
  for (const [at, { accounts: used }] of instructions.entries())
    if (used.includes(0)) report.add('svm_fee_payer_in_instruction', PATH, { at: at + 1 })
  if (requiredSignatures > MOST_SIGNERS) report.add('svm_excessive_signers', PATH, { given: requiredSignatures })
}

function checkLayout(
  report: PayloadReport,
  { version }: Payment,
  { instructions, accounts }: SolanaTransaction,
): Transfer | null {
  const most = MOST_INSTRUCTIONS[version]
  const [limit, price, transfer, ...rest] = instructions
  if (instructions.length < 3 || instructions.length > most)
    report.add('svm_instruction_count', PATH, { given: instructions.length, most })
  if (!isBudget(limit, LIMIT_TAG, 5)) report.add('svm_compute_limit', PATH)
  if (!isBudget(price, PRICE_TAG, 9)) report.add('svm_compute_price', PATH)
  else {
    const given = price.data.readBigUInt64LE(1)
    if (given > MOST_PRICE) report.add('svm_compute_price_too_high', PATH, { given: String(given) })
  }
  for (const [at, { program }] of rest.entries())
    if (program !== MEMO && program !== LIGHTHOUSE && at in UNKNOWN)
      report.add(UNKNOWN[at] ?? 'svm_unknown_fourth', PATH, { at: at + 4, program: program || UNRESOLVED })
  const read = readTransfer(transfer, accounts)
  if (read === null) report.add('svm_no_transfer', PATH)
  return read
}

const isBudget = (
  instruction: SolanaInstruction | undefined,
  tag: number,
  bytes: number,
): instruction is SolanaInstruction =>
  instruction?.program === COMPUTE_BUDGET && instruction.data.length >= bytes && instruction.data[0] === tag

function readTransfer(instruction: SolanaInstruction | undefined, keys: readonly string[]): Transfer | null {
  if (instruction === undefined) return null
  const { program, data, accounts } = instruction
  if (program !== TOKEN_PROGRAM && program !== TOKEN_2022_PROGRAM) return null
  const [source, mint, destination, authority] = accounts.map((at) => keys[at] ?? UNRESOLVED)
  if (data[0] !== TRANSFER_TAG || data.length < 10) return null
  if (source === undefined || mint === undefined || destination === undefined || authority === undefined) return null
  return { source, mint, destination, authority, amount: data.readBigUInt64LE(1), decimals: data[9] ?? 0, program }
}

function compare(report: PayloadReport, { option }: Payment, transfer: Transfer): void {
  const { asset, payTo, amount } = option
  if (asset !== null && asset !== transfer.mint)
    report.add('svm_mint_mismatch', PATH, { given: transfer.mint, expected: asset })
  if (payTo !== null && asset !== null) {
    const expected = associatedTokenAccount(payTo, asset, transfer.program)
    if (expected !== transfer.destination)
      report.add('svm_recipient_mismatch', PATH, {
        given: transfer.destination,
        expected: expected ?? 'not to be had, as payTo or asset is no address',
      })
  }
  if (amount !== null && amount !== String(transfer.amount))
    report.add('svm_amount_mismatch', PATH, { given: String(transfer.amount), expected: amount })
  const decimals = option.token?.decimals
  if (decimals !== undefined && asset === transfer.mint && decimals !== transfer.decimals)
    report.add('svm_decimals', PATH, { given: transfer.decimals, expected: decimals })
}

function checkMemo(report: PayloadReport, { option }: Payment, { instructions }: SolanaTransaction): void {
  const memos = instructions.filter(({ program }) => program === MEMO)
  const expected = ownValue(option.extra, 'memo')
  if (typeof expected !== 'string' || expected === '') {
    if (memos.length === 0) report.add('svm_memo_missing', PATH)
    return
  }
  const [memo] = memos
  if (memos.length !== 1 || memo === undefined) report.add('svm_memo_count', PATH, { given: memos.length })
  else if (!memo.data.equals(Buffer.from(expected)))
    report.add('svm_memo_mismatch', PATH, { given: memo.data.toString('utf8'), expected })
}

/** The fee payer signs last, at the facilitator; all others have to have signed already. */
function checkSignatures(
  report: PayloadReport,
  { keys, accounts, requiredSignatures, signatures, message }: SolanaTransaction,
): void {
  for (const [at, key] of keys.slice(0, requiredSignatures).entries())
    if (at > 0 && !isEd25519Signature(signatures[at], message, key))
      report.add('svm_signature_invalid', PATH, { signer: accounts[at] ?? '' })
}
