/**
 * Key of a blob: 1 to 8 words of a-z, 0-9, `.`, `_` and `-`, joined by `/`. Made by this product, never from user
 * input.
 */
export type BlobKey = string & { readonly madeHere: unique symbol }

export type StoredBlob = { bytes: number; sha256: string }

export type PutOptions = {
  /** A longer body is rejected with BlobTooLarge while it streams in, and nothing is stored. */
  maxBytes: number
  contentType: string
}

/**
 * Storage for files outside the database: uploads and the files made from them. Each key is written once and never
 * changed. A blob exists whole or not at all.
 */
export type BlobStore = {
  put: (key: BlobKey, body: AsyncIterable<Uint8Array> | Uint8Array, options: PutOptions) => Promise<StoredBlob>
  /** Streams the body; null when the key does not exist. */
  get: (key: BlobKey) => Promise<{ bytes: number; body: AsyncIterable<Uint8Array> } | null>
  head: (key: BlobKey) => Promise<{ bytes: number } | null>
  /** Also succeeds when the key does not exist. */
  delete: (key: BlobKey) => Promise<void>
}

/** The body exceeds its size limit. */
export class BlobTooLarge extends Error {
  override readonly name = 'BlobTooLarge'
}

const WORD = /^[a-z0-9][a-z0-9._-]{0,99}$/
const MOST_WORDS = 8

/** Joins words into a key. Throws for words that could escape the store or break the naming rules of a file system. */
export function blobKey(...words: readonly string[]): BlobKey {
  if (words.length === 0 || words.length > MOST_WORDS || !words.every((word) => WORD.test(word))) {
    throw new Error(`not a blob key: ${JSON.stringify(words)}`)
  }
  // Safe: the words were checked above, and no other code makes keys.
  return words.join('/') as BlobKey
}

/** Parses a key read from the database. Throws when it is not valid. */
export const storedKey = (text: string): BlobKey => blobKey(...text.split('/'))

/** Reads a whole blob into memory; null when it does not exist. Throws BlobTooLarge above `maxBytes`. */
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
