import type { PaymentPayload } from '@x402/core/types'

import type { SolanaInstruction, SolanaTransaction } from '#shared/chains/solana-transaction.ts'

const COMPUTE_BUDGET = 'ComputeBudget111111111111111111111111111111'
const [SET_UNIT_LIMIT, SET_UNIT_PRICE] = [2, 3]

/**
 * The payload with the unit limit before the unit price, as x402 wants them. The two only set the fee, so their order
 * changes nothing. The signatures do not fit the changed bytes: it is for checks of form, and never sent or simulated.
 */
export function inX402Order(
  { instructions: [first, second], bytes, message, keys, version }: SolanaTransaction,
  payload: PaymentPayload,
): PaymentPayload {
  if (!sets(first, SET_UNIT_PRICE) || !sets(second, SET_UNIT_LIMIT)) return payload
  // Header, keys, blockhash and the number of instructions stand before the first instruction.
  const prefix = (version === 'legacy' ? 0 : 1) + 3 + lengthBytes(keys.length) + 32 * keys.length + 32 + 1
  const at = bytes.length - message.length + prefix
  const between = at + bytesOf(first)
  const end = between + bytesOf(second)
  const swapped = Buffer.concat([
    bytes.subarray(0, at),
    bytes.subarray(between, end),
    bytes.subarray(at, between),
    bytes.subarray(end),
  ])
  return { ...payload, payload: { ...payload.payload, transaction: swapped.toString('base64') } }
}

const sets = (instruction: SolanaInstruction | undefined, what: number): instruction is SolanaInstruction =>
  instruction?.program === COMPUTE_BUDGET && instruction.data[0] === what

const bytesOf = ({ accounts, data }: SolanaInstruction) =>
  1 + lengthBytes(accounts.length) + accounts.length + lengthBytes(data.length) + data.length

/** Bytes of a compact-u16. */
const lengthBytes = (length: number) => (length < 0x80 ? 1 : length < 0x4000 ? 2 : 3)
