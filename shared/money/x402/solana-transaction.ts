import { createPublicKey, hash, verify } from 'node:crypto'

import { toBase58 } from '#shared/lib/crypto/base58.ts'

/** Size of a network packet; no transaction is larger. */
const MAX_BYTES = 1_232

/** A transaction in wire format. `accounts` are base58, `keys` the same as bytes. */
export type SolanaTransaction = {
  signatures: Buffer[]
  /** The signed bytes. */
  message: Buffer
  /** SHA-256 of the message in hex. It identifies the payment independent of its signatures. */
  messageHash: string
  requiredSignatures: number
  accounts: string[]
  keys: Buffer[]
  instructions: { program: string; accounts: number[]; data: Buffer }[]
  usesLookupTables: boolean
}

/**
 * Decodes a legacy or version 0 transaction from base64 (Solana's wire format: compact-u16 lengths, 64-byte signatures,
 * 32-byte keys). Returns null for anything that is not exactly one transaction.
 */
export function readSolanaTransaction(base64: string): SolanaTransaction | null {
  if (base64.length > MAX_BYTES * 2 || !/^[A-Za-z0-9+/]+={0,2}$/.test(base64)) return null
  const bytes = Buffer.from(base64, 'base64')
  if (bytes.length > MAX_BYTES) return null
  try {
    return read(new Reader(bytes), bytes)
  } catch (error) {
    if (error instanceof Truncated) return null
    throw error
  }
}

/** Whether every signer except the fee payer (whose signature the facilitator adds) has signed this message. */
export function isSignedByPayers({ signatures, message, keys, requiredSignatures }: SolanaTransaction): boolean {
  for (let at = 1; at < requiredSignatures; at += 1) {
    const [key, signature] = [keys[at], signatures[at]]
    if (key === undefined || signature === undefined || !isSignedBy(key, message, signature)) return false
  }
  return requiredSignatures > 1
}

/** The SPKI prefix of an Ed25519 key (RFC 8410), before its 32 bytes. */
const SPKI = Buffer.from('302a300506032b6570032100', 'hex')

function isSignedBy(key: Buffer, message: Buffer, signature: Buffer): boolean {
  try {
    const publicKey = createPublicKey({ key: Buffer.concat([SPKI, key]), format: 'der', type: 'spki' })
    return verify(null, message, publicKey, signature)
  } catch {
    // Not every 32 bytes are a valid key.
    return false
  }
}

class Truncated extends Error {}

class Reader {
  readonly #bytes: Buffer
  at = 0

  constructor(bytes: Buffer) {
    this.#bytes = bytes
  }

  get isAtEnd(): boolean {
    return this.at === this.#bytes.length
  }

  byte(): number {
    const value = this.#bytes[this.at]
    if (value === undefined) throw new Truncated()
    this.at += 1
    return value
  }

  peek(): number {
    return this.#bytes[this.at] ?? 0
  }

  take(length: number): Buffer {
    const end = this.at + length
    if (end > this.#bytes.length) throw new Truncated()
    const part = this.#bytes.subarray(this.at, end)
    this.at = end
    return part
  }

  /** Reads a compact-u16 in its shortest form. */
  length(): number {
    let value = 0
    for (let nth = 0; nth < 3; nth += 1) {
      const byte = this.byte()
      value |= (byte & 0x7f) << (7 * nth)
      if ((byte & 0x80) !== 0) continue
      if ((nth > 0 && byte === 0) || value > 0xffff) throw new Truncated()
      return value
    }
    throw new Truncated()
  }

  list<Item>(one: () => Item): Item[] {
    const length = this.length()
    // Each item takes at least one byte, so a false length fails soon.
    return Array.from({ length }, one)
  }
}

function read(reader: Reader, bytes: Buffer): SolanaTransaction | null {
  const signatures = reader.list(() => reader.take(64))
  const start = reader.at
  const isVersioned = (reader.peek() & 0x80) !== 0
  if (isVersioned && reader.byte() !== 0x80) return null
  const [requiredSignatures] = [reader.byte(), reader.byte(), reader.byte()]
  const keys = reader.list(() => reader.take(32))
  reader.take(32)
  const accounts = keys.map((key) => toBase58(key))
  const instructions = reader.list(() => ({
    program: accounts[reader.byte()] ?? '',
    accounts: reader.list(() => reader.byte()),
    data: reader.take(reader.length()),
  }))
  const tables = isVersioned
    ? reader.list(() => [reader.take(32), reader.list(() => reader.byte()), reader.list(() => reader.byte())])
    : []
  if (!reader.isAtEnd || requiredSignatures !== signatures.length || requiredSignatures > keys.length) return null
  const message = bytes.subarray(start)
  return {
    signatures,
    message,
    messageHash: hash('sha256', message, 'hex'),
    requiredSignatures,
    accounts,
    keys,
    instructions,
    usesLookupTables: tables.length > 0,
  }
}
