import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib'

/** Below this unpacking takes as long as what it saves (docs/performance.md). */
const SMALL_BYTES = 32_768
/** What every zstd frame begins with (RFC 8878, 3.1.1). */
const MAGIC = Buffer.from([0x28, 0xb5, 0x2f, 0xfd])
const PARAMS = { params: { [constants.ZSTD_c_compressionLevel]: 1 } }

/**
 * A body as the cache keeps it: long ones as zstd. PostgreSQL sends bytes as text, and the client reads that at about 100
 * MB/s, so a third or a tenth of it is most of such an answer's time.
 */
export const packBody = (body: Buffer): Buffer =>
  body.length < SMALL_BYTES && !isPacked(body) ? body : zstdCompressSync(body, PARAMS)

/** The body again; one that an older version kept is as it came. */
export const unpackBody = (kept: Buffer): Buffer => (isPacked(kept) ? zstdDecompressSync(kept) : kept)

const isPacked = (bytes: Buffer) => bytes.subarray(0, MAGIC.length).equals(MAGIC)
