import type { OpenFile } from './open-file.ts'

/** Types of https://maxmind.github.io/MaxMind-DB/#data-field-format. */
const POINTER = 1
const TEXT = 2
const DOUBLE = 3
const BYTES = 4
const UINT16 = 5
const UINT32 = 6
const MAP = 7
const INT32 = 8
const UINT64 = 9
const UINT128 = 10
const ARRAY = 11
const BOOLEAN = 14
const FLOAT = 15

/** Records are small: this much holds nearly all of one. */
const CHUNK = 512
const DEEPEST = 16

/**
 * Reads the value at an offset from where the data begins. Integers beyond 2^53 lose digits. Throws TypeError for what
 * the format does not allow, RangeError where the file ends too soon.
 */
export function readMmdbValue(file: OpenFile, dataStart: number, offset: number): { value: unknown; next: number } {
  let from = -1
  let chunk: Buffer = Buffer.alloc(0)
  const take = (at: number, length: number): Buffer => {
    const position = dataStart + at
    if (from === -1 || position < from || position + length > from + chunk.length) {
      from = position
      chunk = file.read(position, Math.max(CHUNK, length))
    }
    const bytes = chunk.subarray(position - from, position - from + length)
    if (bytes.length < length) throw new RangeError('the database ends inside a value')
    return bytes
  }
  const uint = (at: number, length: number) => [...take(at, length)].reduce((sum, byte) => sum * 256 + byte, 0)

  const read = (at: number, depth: number): { value: unknown; next: number } => {
    if (depth > DEEPEST) throw new TypeError('values nest too deeply')
    const control = uint(at, 1)
    if (control >> 5 === POINTER) {
      const { target, next } = pointer(control, at + 1)
      return { value: read(target, depth + 1).value, next }
    }
    const extended = control >> 5 === 0
    const type = extended ? uint(at + 1, 1) + 7 : control >> 5
    const { size, next: start } = sizeOf(control & 31, at + (extended ? 2 : 1))
    const end = start + size
    switch (type) {
      case TEXT:
        return { value: take(start, size).toString('utf8'), next: end }
      case DOUBLE:
        return { value: take(start, 8).readDoubleBE(), next: start + 8 }
      case FLOAT:
        return { value: take(start, 4).readFloatBE(), next: start + 4 }
      case BYTES:
        return { value: Buffer.from(take(start, size)), next: end }
      case INT32:
        return { value: uint(start, size) | 0, next: end }
      case UINT16:
      case UINT32:
      case UINT64:
      case UINT128:
        return { value: uint(start, size), next: end }
      case BOOLEAN:
        return { value: size !== 0, next: start }
      case ARRAY:
        return many(start, size, depth)
      case MAP:
        return map(start, size, depth)
      default:
        throw new TypeError(`type ${type} is unknown`)
    }
  }

  const many = (start: number, size: number, depth: number) => {
    const value: unknown[] = []
    let next = start
    for (let index = 0; index < size; index += 1) {
      const item = read(next, depth + 1)
      value.push(item.value)
      next = item.next
    }
    return { value, next }
  }

  const map = (start: number, size: number, depth: number) => {
    const entries: [string, unknown][] = []
    let next = start
    for (let index = 0; index < size; index += 1) {
      const key = read(next, depth + 1)
      const item = read(key.next, depth + 1)
      entries.push([String(key.value), item.value])
      next = item.next
    }
    return { value: Object.fromEntries(entries), next }
  }

  const sizeOf = (small: number, at: number) => {
    if (small < 29) return { size: small, next: at }
    const bytes = small - 28
    const base = [29, 285, 65_821][bytes - 1] ?? 0
    return { size: base + uint(at, bytes), next: at + bytes }
  }

  const pointer = (control: number, at: number) => {
    const bytes = ((control >> 3) & 3) + 1
    const high = bytes === 4 ? 0 : (control & 7) * 256 ** bytes
    const base = [0, 2_048, 526_336, 0][bytes - 1] ?? 0
    return { target: base + high + uint(at, bytes), next: at + bytes }
  }

  return read(offset, 0)
}
