/** A message that is none: cut off, or pointing where nothing is. */
export class BadMessage extends Error {
  override readonly name = 'BadMessage'
}

/** RFC 1035, 3.1: 255 octets with the length bytes. */
const LONGEST_NAME = 254

/** Reads a DNS message from front to back; throws BadMessage where bytes are missing. */
export class ByteReader {
  readonly #bytes: Buffer
  at: number
  readonly #end: number

  constructor(bytes: Buffer, at = 0, end = bytes.length) {
    if (end > bytes.length || at > end) throw new BadMessage('it is cut off')
    this.#bytes = bytes
    this.at = at
    this.#end = end
  }

  get left(): number {
    return this.#end - this.at
  }

  u8(): number {
    return this.#bytes.readUInt8(this.#take(1))
  }

  u16(): number {
    return this.#bytes.readUInt16BE(this.#take(2))
  }

  u32(): number {
    return this.#bytes.readUInt32BE(this.#take(4))
  }

  bytes(count: number): Buffer {
    const from = this.#take(count)
    return this.#bytes.subarray(from, from + count)
  }

  /** A string with its length before it. */
  text(): string {
    return readable(this.bytes(this.u8()))
  }

  /** A reader of the next bytes alone; names in it may still point back into the message. */
  part(count: number): ByteReader {
    const from = this.#take(count)
    return new ByteReader(this.#bytes, from, from + count)
  }

  /** A name, lower case and without a final dot; the root is `.`. Pointers only lead back, so that none can go round. */
  domain(): string {
    const labels: string[] = []
    let length = 0
    let at = this.at
    let lowest = this.at
    let jumped = false
    const end = () => (jumped ? this.#bytes.length : this.#end)
    const byte = (place: number) => {
      if (place >= end()) throw new BadMessage('a name is cut off')
      return this.#bytes.readUInt8(place)
    }
    for (;;) {
      const size = byte(at)
      if (size === 0) break
      if (size >= 0xc0) {
        const target = ((size & 0x3f) << 8) | byte(at + 1)
        if (!jumped) this.at = at + 2
        if (target >= lowest) throw new BadMessage('a name points forward')
        jumped = true
        lowest = target
        at = target
        continue
      }
      if (size > 63) throw new BadMessage('a label of an unknown kind')
      length += size + 1
      if (length > LONGEST_NAME) throw new BadMessage('a name is too long')
      byte(at + size)
      labels.push(labelText(this.#bytes.subarray(at + 1, at + 1 + size)))
      at += size + 1
    }
    if (!jumped) this.at = at + 1
    return labels.length === 0 ? '.' : labels.join('.').toLowerCase()
  }

  #take(count: number): number {
    const from = this.at
    if (count > this.left) throw new BadMessage('it is cut off')
    this.at += count
    return from
  }
}

/** Bytes that a zone file would not show become `\DDD`, a dot inside a label `\.` (RFC 1035, 5.1). */
const labelText = (bytes: Buffer) =>
  [...bytes]
    .map((byte) => {
      if (byte === 0x2e || byte === 0x5c) return `\\${String.fromCharCode(byte)}`
      return byte > 0x20 && byte < 0x7f ? String.fromCharCode(byte) : escaped(byte)
    })
    .join('')

/** Text of a record: UTF-8 where it is, with control characters as `\DDD`. */
export function readable(bytes: Buffer): string {
  return bytes.toString('utf8').replaceAll(/\p{Cc}/gu, (char) => escaped(char.charCodeAt(0)))
}

const escaped = (byte: number) => `\\${String(byte).padStart(3, '0')}`
