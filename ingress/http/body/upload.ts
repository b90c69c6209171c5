import type { IncomingMessage } from 'node:http'
import { PassThrough } from 'node:stream'

import { invalidFields, Refusal } from '#shared/errors.ts'

import { hasNoBody } from './json-body.ts'

/** The one file of a form, as a stream. */
export type UploadedFile = { body: AsyncIterable<Uint8Array>; declaredType: string | undefined }

/** Most bytes of a form beside its file: boundaries, headers and ignored fields. */
const FORM_BYTES = 16_384
const MOST_PARTS = 10
/** Feed the parser in slices of this size, so that it buffers little more than FORM_BYTES of headers. */
const SLICE_BYTES = 4_096

/**
 * Streams the one file of a multipart/form-data body to `take`, with backpressure. Resolves with the result of `take`
 * after the whole form was read. Throws 415 for another media type, 413 for more than `maxBytes` plus FORM_BYTES, 422
 * for no file or two files, and 400 for a malformed or incomplete form.
 */
export async function takeUpload<Taken>(
  request: IncomingMessage,
  maxBytes: number,
  take: (file: UploadedFile) => Promise<Taken>,
): Promise<Taken> {
  if (hasNoBody(request)) throw noFile()
  if (!/^multipart\/form-data\s*;/i.test(request.headers['content-type'] ?? ''))
    throw new Refusal('unsupported_media_type', 'The body has to be multipart/form-data.', {
      fix: { action: 'Send the file as a form, e.g. curl -F file=@picture.png.' },
    })
  if (Number(request.headers['content-length'] ?? 0) > maxBytes + FORM_BYTES) throw tooLarge(maxBytes)
  // Loaded on demand: only sellers upload.
  const { formidable } = await import('formidable')
  const form = formidable({})
  const source = Object.assign(new PassThrough(), { headers: request.headers })
  const failure = Promise.withResolvers<never>()
  failure.promise.catch(() => undefined)
  let file: PassThrough | undefined
  let taken: Promise<Taken> | undefined
  let failed = false
  const fail = (error: unknown) => {
    if (failed) return
    failed = true
    failure.reject(error)
    file?.destroy(new Error('the form broke off'))
    source.destroy()
    // Drain the rest of the body, so that the connection can be reused.
    request.resume()
  }
  source.on('error', () => undefined)

  let parts = 0
  let inFile = false
  form.onPart = (part) => {
    parts += 1
    if (parts > MOST_PARTS) return fail(malformed(`The form has more than ${MOST_PARTS} parts.`))
    // A plain field: ignore it. Its bytes still count.
    if (part.originalFilename === null && part.mimetype === null) return undefined
    if (file !== undefined) return fail(oneFile())
    const stream = new PassThrough()
    stream.on('error', () => undefined)
    file = stream
    inFile = true
    part.on('data', (chunk: Buffer) => {
      if (failed || stream.write(chunk)) return
      source.pause()
      stream.once('drain', () => source.resume())
    })
    part.on('end', () => {
      inFile = false
      stream.end()
    })
    taken = take({ body: stream, declaredType: declaredOf(part.mimetype) })
    taken.catch(fail)
    return undefined
  }
  let received = 0
  let beside = 0
  form.on('progress', (bytes) => {
    if (!inFile) beside += bytes - received
    received = bytes
    if (beside > FORM_BYTES) fail(malformed('The form holds more than a file.'))
    else if (received > maxBytes + FORM_BYTES) fail(tooLarge(maxBytes))
  })
  feed(request, source, () => failed, fail)
  // Safe: the parser uses only the headers and the stream of a request.
  const read = form.parse(source as unknown as IncomingMessage).catch((error: unknown) => {
    fail(malformed('The form is not well formed, or broke off.', error))
  })
  await Promise.race([read, failure.promise])
  if (taken === undefined) throw noFile()
  return Promise.race([taken, failure.promise])
}

/** Writes the body to `source` in slices, with backpressure. */
function feed(
  request: IncomingMessage,
  source: PassThrough,
  isOver: () => boolean,
  fail: (error: unknown) => void,
): void {
  request.on('data', (chunk: Buffer) => {
    let isFull = false
    for (let at = 0; at < chunk.length && !isOver(); at += SLICE_BYTES)
      isFull = !source.write(chunk.subarray(at, at + SLICE_BYTES))
    if (isOver()) return
    // One chunk a turn of the event loop: the parser takes milliseconds for a chunk of line ends.
    request.pause()
    const resume = () => setImmediate(() => request.resume())
    if (isFull) source.once('drain', resume)
    else resume()
  })
  request.on('end', () => source.end())
  request.on('error', () => undefined)
  request.on('close', () => {
    if (!request.complete) fail(malformed('The form broke off.'))
  })
}

/** application/octet-stream is what clients send for an unknown type: treat it as undeclared. */
const declaredOf = (type: string | null) =>
  type === null || /^application\/octet-stream\b/i.test(type) ? undefined : type

const tooLarge = (maxBytes: number) =>
  new Refusal('payload_too_large', `The file is over this route's limit of ${maxBytes} bytes.`, {
    fix: { action: `Send at most ${maxBytes} bytes.` },
  })
const malformed = (text: string, cause?: unknown) => new Refusal('bad_request', text, {}, { cause })
const noFile = () => invalidFields({ path: ['file'], type: 'missing', msg: 'Field required' })
const oneFile = () => invalidFields({ path: ['file'], msg: 'Value error, send one file' })
