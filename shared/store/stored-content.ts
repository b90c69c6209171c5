import { invalidFields } from '#shared/errors.ts'
import { sha256Hex } from '#shared/lib/crypto/digest.ts'

/** A text or a JSON value as stored; JSON is stored as text. `bytes` and `sha256` are of that text in UTF-8. */
export type StoredContent = { text: string; isJson: boolean; bytes: number; sha256: string }

/** Content as sent: text, or a JSON object or array. */
export type Content = string | Record<string, unknown> | readonly unknown[]

export function toStored(content: Content): StoredContent {
  const isJson = typeof content !== 'string'
  const text = isJson ? JSON.stringify(content) : content
  return { text, isJson, bytes: Buffer.byteLength(text), sha256: sha256Hex(text) }
}

/** Parses a stored text into its value. */
export function fromStored({ text, isJson }: Pick<StoredContent, 'text' | 'isJson'>): Content {
  // Safe: only `toStored` marks a text as JSON, and it wrote it from an object or an array.
  return isJson ? (JSON.parse(text) as Content) : text
}

/**
 * Appends to content: text on a new line, the elements of an array to an array, any other JSON value as one more
 * element. Throws 422 for text and JSON together, and for JSON appended to anything but an array.
 */
export function append(earlier: Pick<StoredContent, 'text' | 'isJson'>, more: Content): Content {
  const before = fromStored(earlier)
  if (typeof before === 'string') {
    if (typeof more === 'string') return before === '' ? more : `${before}\n${more}`
    throw unlike('This is text; append text to it.')
  }
  if (typeof more === 'string') throw unlike('This is JSON; append JSON to it.')
  if (!Array.isArray(before)) throw unlike('This is a JSON object; only arrays can be appended to. Replace it instead.')
  return Array.isArray(more) ? [...before, ...more] : [...before, more]
}

const unlike = (msg: string) => invalidFields({ path: ['content'], msg: `Value error, ${msg}` })
