import { toBase58 } from '#shared/lib/crypto/base58.ts'

export type Instruction = { program: string; accounts: readonly string[]; data: Buffer; usesLookups: boolean }

/** A Solana transaction as it travels, decoded without asking the chain. Addresses behind lookup tables stay unknown. */
export type SolanaTransaction = {
  size: number
  signatures: readonly Buffer[]
  /** What is signed. */
  message: Buffer
  version: 'legacy' | 0
  /** Addresses that have to sign, the fee payer first. */
  signers: readonly string[]
  recentBlockhash: string
  instructions: readonly Instruction[]
  usesLookupTables: boolean
}

const MOST_BYTES = 4_096
const UNKNOWN = 'unresolved (lookup table)'

/** Decodes base64 of a wire transaction; a sentence says why when it is none. */
export function decodeTransaction(base64: string): SolanaTransaction | string {
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(base64)) return 'not base64'
  const bytes = Buffer.from(base64, 'base64')
  if (bytes.length > MOST_BYTES) return `it has ${bytes.length} bytes`
  try {
    return decode(bytes)
  } catch (error) {
    if (error instanceof RangeError) return error.message
    throw error
  }
}

function decode(bytes: Buffer): SolanaTransaction {
  const reader = new Reader(bytes)
  const signatures = reader.list(() => reader.take(64))
  const start = reader.at
  const first = reader.peek()
  const isVersioned = (first & 0x80) !== 0
  if (isVersioned && reader.byte() !== 0x80) throw new RangeError(`version ${first & 0x7f} is not known`)
  const [required] = [reader.byte(), reader.byte(), reader.byte()]
  const keys = reader.list(() => toBase58(reader.take(32)))
  if (required === undefined || required > keys.length || required === 0)
    throw new RangeError('its header does not add up')
  const recentBlockhash = toBase58(reader.take(32))
  const instructions = reader.list(() => {
    const program = reader.byte()
    const accounts = [...reader.take(reader.length())]
    const data = reader.take(reader.length())
    return {
      program: keys[program] ?? UNKNOWN,
      accounts: accounts.map((index) => keys[index] ?? UNKNOWN),
      data,
      usesLookups: [program, ...accounts].some((index) => index >= keys.length),
    }
  })
  const lookups = isVersioned
    ? reader.list(() => {
        reader.take(32)
        reader.take(reader.length())
        return reader.take(reader.length())
      })
    : []
  if (reader.at !== bytes.length) throw new RangeError('bytes are left over')
  const usesLookupTables = lookups.length > 0
  if (!usesLookupTables && instructions.some((instruction) => instruction.usesLookups))
    throw new RangeError('an instruction names an account that is not there')
  return {
    size: bytes.length,
    signatures,
    message: bytes.subarray(start),
    version: isVersioned ? 0 : 'legacy',
    signers: keys.slice(0, required),
    recentBlockhash,
    instructions,
    usesLookupTables,
  }
}

/** Reads forward; a RangeError says what was not there. */
class Reader {
  at = 0
  readonly #bytes: Buffer

  constructor(bytes: Buffer) {
    this.#bytes = bytes
  }

  peek(): number {
    const byte = this.#bytes[this.at]
    if (byte === undefined) throw new RangeError('it ends too early')
    return byte
  }

  byte(): number {
    const byte = this.peek()
    this.at += 1
    return byte
  }

  take(count: number): Buffer {
    if (this.at + count > this.#bytes.length) throw new RangeError('it ends too early')
    this.at += count
    return this.#bytes.subarray(this.at - count, this.at)
  }

  /** Solana's compact-u16: seven bits a byte, three bytes at most. */
  length(): number {
    let value = 0
    for (let shift = 0; shift < 21; shift += 7) {
      const byte = this.byte()
      value |= (byte & 0x7f) << shift
      if ((byte & 0x80) === 0) return value
    }
    throw new RangeError('a length has more than three bytes')
  }

  list<Item>(read: () => Item): Item[] {
    const count = this.length()
    if (count > this.#bytes.length) throw new RangeError('it ends too early')
    return Array.from({ length: count }, read)
  }
}
