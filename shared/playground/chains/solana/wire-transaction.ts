import { createHash } from 'node:crypto'

import {
  getCompiledTransactionMessageDecoder,
  getCompiledTransactionMessageEncoder,
  getTransactionDecoder,
  getTransactionEncoder,
  type ReadonlyUint8Array,
} from '@solana/kit'

import { toBase58 } from '#shared/lib/crypto/base58.ts'

type CompiledInstruction = { programIdIndex: number; accounts: number[]; data: Uint8Array }

/** A transaction in wire format, decoded as far as a node needs it. */
export type WireTransaction = {
  bytes: Uint8Array
  /** Base58. The first, of the fee payer, identifies the transaction. */
  signatures: string[]
  /** Hash of the signed message; independent of the signatures. */
  messageHash: string
  version: 'legacy' | 0
  blockhash: string
  /** Every account it names, in the order of the message: signers first, writable before readonly. */
  accounts: string[]
  header: { numSignerAccounts: number; numReadonlySignerAccounts: number; numReadonlyNonSignerAccounts: number }
  instructions: CompiledInstruction[]
}

/** Bytes that are not a valid transaction of this chain. The message is a sentence for the caller. */
export class UnreadableTransaction extends Error {
  override readonly name = 'UnreadableTransaction'
}

/** Size of a network packet; no transaction is larger. */
const MAX_BYTES = 1_232

/**
 * Decodes the wire format. Throws UnreadableTransaction, also for address lookup tables, which this chain does not
 * have.
 */
export function readTransaction(bytes: Uint8Array): WireTransaction {
  if (bytes.length > MAX_BYTES)
    throw new UnreadableTransaction(`too large: ${bytes.length} bytes, at most ${MAX_BYTES}`)
  try {
    const decoded = getTransactionDecoder().decode(bytes)
    const message = getCompiledTransactionMessageDecoder().decode(decoded.messageBytes)
    if (message.version !== 'legacy' && message.version !== 0) throw new UnreadableTransaction('unknown version')
    if ('addressTableLookups' in message && (message.addressTableLookups ?? []).length > 0) {
      throw new UnreadableTransaction('address lookup tables do not exist on this chain')
    }
    // The runtime ends the process when it cannot decode its input, so the bytes must be exactly what was decoded here.
    const isWhole =
      isSame(getCompiledTransactionMessageEncoder().encode(message), decoded.messageBytes) &&
      isSame(getTransactionEncoder().encode(decoded), bytes)
    const none = new Uint8Array(64)
    const transaction: WireTransaction = {
      bytes,
      signatures: Object.values(decoded.signatures).map((signature) => toBase58(copy(signature ?? none))),
      messageHash: createHash('sha256').update(copy(decoded.messageBytes)).digest('hex'),
      version: message.version,
      blockhash: message.lifetimeToken,
      accounts: [...message.staticAccounts],
      header: message.header,
      instructions: message.instructions.map(({ programAddressIndex, accountIndices = [], data }) => ({
        programIdIndex: programAddressIndex,
        accounts: [...accountIndices],
        data: data === undefined ? new Uint8Array() : copy(data),
      })),
    }
    if (!isWhole || !isSane(transaction)) throw new UnreadableTransaction('failed to sanitize the transaction')
    return transaction
  } catch (error) {
    if (error instanceof UnreadableTransaction) throw error
    throw new UnreadableTransaction('failed to deserialize the transaction', { cause: error })
  }
}

/** Makes the checks a node makes first: every index refers to an existing account. */
function isSane({ header, accounts, signatures, instructions }: WireTransaction): boolean {
  const {
    numSignerAccounts: signers,
    numReadonlySignerAccounts: readonly,
    numReadonlyNonSignerAccounts: others,
  } = header
  const isThere = (index: number) => index < accounts.length
  return (
    signatures.length === signers &&
    readonly < signers &&
    signers + others <= accounts.length &&
    new Set(accounts).size === accounts.length &&
    instructions.every(
      ({ programIdIndex, accounts: used }) => programIdIndex > 0 && [programIdIndex, ...used].every(isThere),
    )
  )
}

const isSame = (one: ReadonlyUint8Array, other: ReadonlyUint8Array) => Buffer.compare(copy(one), copy(other)) === 0
const copy = (bytes: ReadonlyUint8Array): Uint8Array => Uint8Array.from(bytes)

/** Returns the fee in lamports: 5,000 per signature plus the offered price for its compute units. */
export function feeOf({ signatures, instructions, accounts }: WireTransaction): number {
  let limit = 200_000 * instructions.length
  let price = 0n
  for (const { programIdIndex, data } of instructions) {
    if (accounts[programIdIndex] !== 'ComputeBudget111111111111111111111111111111') continue
    const bytes = Buffer.from(data)
    if (bytes[0] === 2 && bytes.length >= 5) limit = bytes.readUInt32LE(1)
    if (bytes[0] === 3 && bytes.length >= 9) price = bytes.readBigUInt64LE(1)
  }
  return 5_000 * signatures.length + Number((price * BigInt(limit) + 999_999n) / 1_000_000n)
}
