import { hash } from 'node:crypto'

import { toBase58 } from '#shared/lib/crypto/base58.ts'

/** Size of a network packet; no transaction is larger. */
export const MAX_TRANSACTION_BYTES = 1_232

/**
 * `programIndex` and `accounts` are indices into the keys of the message, followed by the accounts behind lookup tables.
 * `program` is base58, and empty behind a lookup table.
 */
export type SolanaInstruction = { programIndex: number; program: string; accounts: number[]; data: Buffer }

/** An address lookup table that a transaction uses, and the indices of the addresses it takes of it. */
export type SolanaLookup = { table: string; writable: number[]; readonly: number[] }

/** A transaction in wire format, decoded without asking the chain. */
export type SolanaTransaction = {
  bytes: Buffer
  signatures: Buffer[]
  /** The signed bytes. */
  message: Buffer
  /** SHA-256 of the message in hex. It identifies the payment independent of its signatures. */
  messageHash: string
  version: 'legacy' | 0
  requiredSignatures: number
  readonlySigned: number
  readonlyUnsigned: number
  /** The keys of the message: signers first, the fee payer before all. */
  keys: Buffer[]
  /** The same keys in base58. */
  accounts: string[]
  blockhash: Buffer
  instructions: SolanaInstruction[]
  lookups: SolanaLookup[]
  usesLookupTables: boolean
}

/** The bytes are not exactly one valid transaction. The message says why, as the end of a sentence. */
export class UnreadableTransaction extends Error {
  override readonly name = 'UnreadableTransaction'
}

/**
 * Decodes a legacy or version 0 transaction (compact-u16 lengths, 64-byte signatures, 32-byte keys), from bytes or
 * base64. Makes the checks that a node makes before it runs one: lengths in their shortest form, a header that fits,
 * keys that differ, and indices of accounts that are there. Throws UnreadableTransaction.
 */
export function decodeSolanaTransaction(
  sent: Uint8Array | string,
  maxBytes = MAX_TRANSACTION_BYTES,
): SolanaTransaction {
  const bytes = bytesOf(sent, maxBytes)
  const reader = new Reader(bytes)
  const signatures = reader.list(() => reader.take(64))
  const start = reader.at
  const isVersioned = (reader.peek() & 0x80) !== 0
  const version = isVersioned ? reader.byte() & 0x7f : 'legacy'
  if (version !== 'legacy' && version !== 0) throw new UnreadableTransaction(`version ${version} is not known`)
  const [requiredSignatures, readonlySigned, readonlyUnsigned] = [reader.byte(), reader.byte(), reader.byte()]
  const keys = reader.list(() => reader.take(32))
  const blockhash = reader.take(32)
  const accounts = keys.map((key) => toBase58(key))
  const instructions = reader.list(() => {
    const programIndex = reader.byte()
    const used = [...reader.take(reader.length())]
    return { programIndex, program: accounts[programIndex] ?? '', accounts: used, data: reader.take(reader.length()) }
  })
  const lookups = isVersioned ? reader.list(() => readLookup(reader)) : []
  if (reader.at !== bytes.length) throw new UnreadableTransaction('bytes are left over')
  if (
    requiredSignatures !== signatures.length ||
    readonlySigned >= requiredSignatures ||
    requiredSignatures + readonlyUnsigned > keys.length
  )
    throw new UnreadableTransaction('its header does not add up')
  if (new Set(accounts).size < accounts.length) throw new UnreadableTransaction('it names an account twice')
  const total = lookups.reduce((sum, { writable, readonly }) => sum + writable.length + readonly.length, keys.length)
  if (instructions.some((one) => Math.max(one.programIndex, ...one.accounts) >= total))
    throw new UnreadableTransaction('an instruction names an account that is not there')
  if (instructions.some(({ programIndex }) => programIndex === 0))
    throw new UnreadableTransaction('an instruction calls the fee payer')
  const message = bytes.subarray(start)
  return {
    bytes,
    signatures,
    message,
    messageHash: hash('sha256', message, 'hex'),
    version,
    requiredSignatures,
    readonlySigned,
    readonlyUnsigned,
    keys,
    accounts,
    blockhash,
    instructions,
    lookups,
    usesLookupTables: lookups.length > 0,
  }
}

/** Decodes base64 of a transaction. Returns null for anything else. */
export function readSolanaTransaction(base64: string): SolanaTransaction | null {
  try {
    return decodeSolanaTransaction(base64)
  } catch (error) {
    if (error instanceof UnreadableTransaction) return null
    throw error
  }
}

/** The bytes of a transaction, or of its base64 in the standard alphabet. */
function bytesOf(sent: Uint8Array | string, maxBytes: number): Buffer {
  const size = typeof sent === 'string' ? Buffer.byteLength(sent, 'base64') : sent.length
  if (size > maxBytes) throw new UnreadableTransaction(`it has ${size} bytes`)
  if (typeof sent !== 'string') return Buffer.from(sent.buffer, sent.byteOffset, sent.byteLength)
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(sent)) throw new UnreadableTransaction('not base64')
  return Buffer.from(sent, 'base64')
}

function readLookup(reader: Reader): SolanaLookup {
  const table = toBase58(reader.take(32))
  const writable = [...reader.take(reader.length())]
  return { table, writable, readonly: [...reader.take(reader.length())] }
}

class Reader {
  readonly #bytes: Buffer
  at = 0

  constructor(bytes: Buffer) {
    this.#bytes = bytes
  }

  peek(): number {
    const value = this.#bytes[this.at]
    if (value === undefined) throw new UnreadableTransaction('it ends too early')
    return value
  }

  byte(): number {
    const value = this.peek()
    this.at += 1
    return value
  }

  take(length: number): Buffer {
    const end = this.at + length
    if (end > this.#bytes.length) throw new UnreadableTransaction('it ends too early')
    const part = this.#bytes.subarray(this.at, end)
    this.at = end
    return part
  }

  /** Reads a compact-u16 in its shortest form: seven bits a byte, three bytes at most. */
  length(): number {
    let value = 0
    for (let nth = 0; nth < 3; nth += 1) {
      const byte = this.byte()
      value |= (byte & 0x7f) << (7 * nth)
      if ((byte & 0x80) !== 0) continue
      if ((nth > 0 && byte === 0) || value > 0xffff) throw new UnreadableTransaction('a length is not well-formed')
      return value
    }
    throw new UnreadableTransaction('a length has more than three bytes')
  }

  list<Item>(one: () => Item): Item[] {
    const length = this.length()
    // Each item takes at least one byte.
    if (length > this.#bytes.length) throw new UnreadableTransaction('it ends too early')
    return Array.from({ length }, one)
  }
}
