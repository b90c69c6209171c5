import { pipeline, type Readable } from 'node:stream'
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'

import { UpstreamError } from '#shared/doors/upstreams.ts'

const DECODERS: Readonly<Record<string, () => ReturnType<typeof createGunzip>>> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
}

/**
 * Reads and decompresses a whole body. Counts decompressed bytes, so that memory stays bounded. Throws UpstreamError
 * `too_large` or `bad_response`, or the stream's error.
 */
export async function readBody(stream: Readable, encoding: string, maxBytes: number): Promise<Buffer> {
  const name = encoding.trim().toLowerCase()
  const decoder = name === '' || name === 'identity' ? null : (DECODERS[name] ?? refuse(stream, name))
  return collect(decoder === null ? stream : pipeline(stream, decoder(), () => {}), maxBytes)
}

function refuse(stream: Readable, encoding: string): never {
  stream.destroy()
  throw new UpstreamError('bad_response', `it answered with content-encoding ${encoding.slice(0, 40)}`)
}

async function collect(stream: NodeJS.ReadableStream, maxBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = []
  let bytes = 0
  try {
    for await (const chunk of stream) {
      // Safe: HTTP bodies and decoders yield Buffers.
      chunks.push(chunk as Buffer)
      bytes += chunk.length
      // Throwing here destroys the stream and its connection.
      if (bytes > maxBytes) throw new UpstreamError('too_large', `it answered with more than ${maxBytes} bytes`)
    }
  } catch (error) {
    if (isZlibError(error))
      throw new UpstreamError('bad_response', 'its compressed answer is damaged', { cause: error })
    throw error
  }
  return Buffer.concat(chunks, bytes)
}

const isZlibError = (error: unknown) =>
  error instanceof Error &&
  'code' in error &&
  typeof error.code === 'string' &&
  /^Z_|^ERR__?BROTLI|^ERR_BUFFER/.test(error.code)
