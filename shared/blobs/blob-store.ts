/** A name that this product made: lower-case words of a-z, 0-9, `.`, `_` and `-`, joined by `/`. Never a caller's text. */
export type BlobKey = string & { readonly madeHere: unique symbol }

export type StoredBlob = { bytes: number; sha256: string }

export type PutOptions = {
  /** A longer body is refused with BlobTooLarge while it streams in; nothing of it stays. */
  maxBytes: number
  contentType: string
}

/**
 * Where files are kept that are not rows: uploads and what was made of them. A key is written once and never changed; a
 * blob is there whole or not at all.
 */
export type BlobStore = {
  put: (key: BlobKey, body: AsyncIterable<Uint8Array> | Uint8Array, options: PutOptions) => Promise<StoredBlob>
  /** The body as it comes; null when there is none. */
  get: (key: BlobKey) => Promise<{ bytes: number; body: AsyncIterable<Uint8Array> } | null>
  head: (key: BlobKey) => Promise<{ bytes: number } | null>
  /** Also succeeds when there is none. */
  delete: (key: BlobKey) => Promise<void>
}

/** The body was longer than it may be. */
export class BlobTooLarge extends Error {
  override readonly name = 'BlobTooLarge'
}

const WORD = /^[a-z0-9][a-z0-9._-]{0,99}$/
const MOST_WORDS = 8

/** Makes a key of words; throws on anything that could leave the store or meet another file system's rules. */
export function blobKey(...words: readonly string[]): BlobKey {
  if (words.length === 0 || words.length > MOST_WORDS || !words.every((word) => WORD.test(word))) {
    throw new Error(`not a blob key: ${JSON.stringify(words)}`)
  }
  // Safe: the one place that makes keys has just checked it.
  return words.join('/') as BlobKey
}

/** Reads back a key that a row holds. */
export const storedKey = (text: string): BlobKey => blobKey(...text.split('/'))

/** A whole blob in memory, for those that have a size limit. */
export async function readBlob(store: BlobStore, key: BlobKey, maxBytes: number): Promise<Buffer | null> {
  const blob = await store.get(key)
  if (blob === null) return null
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of blob.body) {
    size += chunk.length
    if (size > maxBytes) throw new BlobTooLarge(`${key} has more than ${maxBytes} bytes`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
