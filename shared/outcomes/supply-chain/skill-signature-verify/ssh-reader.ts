/** Reads the strings and numbers of the SSH wire format (RFC 4251 5). Throws where the bytes end too soon. */
export class SshReader {
  #at = 0
  readonly #bytes: Buffer

  constructor(bytes: Buffer) {
    this.#bytes = bytes
  }

  number(): number {
    const value = this.#bytes.readUInt32BE(this.#at)
    this.#at += 4
    return value
  }

  byte(): number {
    const value = this.#bytes.readUInt8(this.#at)
    this.#at += 1
    return value
  }

  take(length: number): Buffer {
    const end = this.#at + length
    if (end > this.#bytes.length) throw new RangeError('the bytes end too soon')
    const taken = this.#bytes.subarray(this.#at, end)
    this.#at = end
    return taken
  }

  bytes(): Buffer {
    return this.take(this.number())
  }

  text(): string {
    return this.bytes().toString('latin1')
  }

  get isAtEnd(): boolean {
    return this.#at === this.#bytes.length
  }
}

/** A string as it stands on the wire: its length and its bytes. */
export function sshString(value: string | Buffer): Buffer {
  const bytes = typeof value === 'string' ? Buffer.from(value, 'latin1') : value
  const length = Buffer.alloc(4)
  length.writeUInt32BE(bytes.length)
  return Buffer.concat([length, bytes])
}
