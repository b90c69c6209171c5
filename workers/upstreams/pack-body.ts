import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib'

/** Bytes below which compression does not pay (docs/performance.md). */
const SMALL_BYTES = 32_768
/** Magic number of a zstd frame (RFC 8878, 3.1.1). */
const MAGIC = Buffer.from([0x28, 0xb5, 0x2f, 0xfd])
const PARAMS = { params: { [constants.ZSTD_c_compressionLevel]: 1 } }

/**
 * Compresses a long body with zstd for the cache. PostgreSQL sends bytea as text, which the client reads at about 100
 * MB/s: that dominates the time of a long answer.
 */
export const packBody = (body: Buffer): Buffer =>
  body.length < SMALL_BYTES && !isPacked(body) ? body : zstdCompressSync(body, PARAMS)

/** Decompresses a cached body. Bodies stored by older versions are uncompressed. */
export const unpackBody = (kept: Buffer): Buffer => (isPacked(kept) ? zstdDecompressSync(kept) : kept)

const isPacked = (bytes: Buffer) => bytes.subarray(0, MAGIC.length).equals(MAGIC)
