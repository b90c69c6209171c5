import { toBase58 } from '#shared/lib/crypto/base58.ts'

const utf8 = new TextDecoder('utf-8')

/** Reads Borsh (borsh.io) from the start of bytes on. Every read throws RangeError where they end too early. */
export class BorshReader {
  readonly #bytes: Buffer
  #at = 0

  constructor(bytes: Buffer) {
    this.#bytes = bytes
  }

  u8(): number {
    return this.#take(1).readUInt8()
  }

  u16(): number {
    return this.#take(2).readUInt16LE()
  }

  u32(): number {
    return this.#take(4).readUInt32LE()
  }

  key(): string {
    return toBase58(this.#take(32))
  }

  /** A text, which old programs fill up with NULs. */
  text(): string {
    return utf8.decode(this.#take(this.u32())).replaceAll('\0', '')
  }

  skip(count: number): void {
    this.#take(count)
  }

  #take(count: number): Buffer {
    const end = this.#at + count
    if (end > this.#bytes.length) throw new RangeError('the bytes end before the value')
    const taken = this.#bytes.subarray(this.#at, end)
    this.#at = end
    return taken
  }
}
