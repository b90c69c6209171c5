import { promisify } from 'node:util'
import { gunzipSync, gzip } from 'node:zlib'

import { type TextDocument, tagOf } from './text-document.ts'

const compress = promisify(gzip)

/** Compressed bytes that are kept. All documents of all outcomes take about half of it. */
const MOST_BYTES = 3 * 1024 * 1024

/**
 * Documents of which there are many. Each is written when it is first read and kept compressed; the one that was read
 * longest ago goes first when they are too many.
 */
export class KeptDocuments {
  readonly #kept = new Map<string, { document: TextDocument; bytes: number }>()
  readonly #under = new Map<string, Promise<TextDocument>>()
  #bytes = 0

  /** The document of a key, which `write` writes unless it is kept. Who asks meanwhile waits for the same one. */
  read(key: string, type: string, write: () => string | Promise<string>): Promise<TextDocument> {
    const kept = this.#kept.get(key)
    if (kept !== undefined) {
      this.#kept.delete(key)
      this.#kept.set(key, kept)
      return Promise.resolve(kept.document)
    }
    const under = this.#under.get(key) ?? this.#write(key, type, write).finally(() => this.#under.delete(key))
    this.#under.set(key, under)
    return under
  }

  async #write(key: string, type: string, write: () => string | Promise<string>): Promise<TextDocument> {
    const text = await write()
    const gzipped = await compress(text)
    const document: TextDocument = {
      get bytes() {
        return gunzipSync(gzipped)
      },
      size: Buffer.byteLength(text),
      type,
      tag: tagOf(text),
      gzipped: () => Promise.resolve(gzipped),
    }
    this.#kept.set(key, { document, bytes: gzipped.length })
    this.#bytes += gzipped.length
    for (const [oldest, { bytes }] of this.#kept) {
      if (this.#bytes <= MOST_BYTES || oldest === key) break
      this.#kept.delete(oldest)
      this.#bytes -= bytes
    }
    return document
  }
}
