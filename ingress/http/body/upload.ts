import type { IncomingMessage } from 'node:http'
import { PassThrough } from 'node:stream'

import { invalidFields, Refusal } from '#shared/errors.ts'

import { hasNoBody } from './json-body.ts'

/** The one file of a form, as it streams in. */
export type UploadedFile = { body: AsyncIterable<Uint8Array>; declaredType: string | undefined }

/** What a form may hold beside its file: boundaries, headers, small fields that nobody reads. */
const FORM_BYTES = 16_384
const MOST_PARTS = 10
/** The parser is fed this much at a time, so that it never holds more of a header than FORM_BYTES and a little. */
const SLICE_BYTES = 4_096

/**
 * Reads the one file of a multipart/form-data body and hands it on as a stream, which is never read faster than `take`
 * takes it. Settles as `take` does, once the form was read to its end. Throws 415 for another media type, 413 for a body
 * over `maxBytes` and a little, 422 for no file or two, 400 for a form that breaks off or is none.
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
  // Only sellers upload: an ingress that nobody uploads to does not load it.
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
    // What still comes is read and dropped, so that the connection can be used again.
    request.resume()
  }
  source.on('error', () => undefined)

  let parts = 0
  let inFile = false
  form.onPart = (part) => {
    parts += 1
    if (parts > MOST_PARTS) return fail(malformed(`The form has more than ${MOST_PARTS} parts.`))
    // A field: nobody reads it, and what it takes is counted.
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
  // Safe: of a request the parser reads the headers and the stream.
  const read = form.parse(source as unknown as IncomingMessage).catch((error: unknown) => {
    fail(malformed('The form is not well formed, or broke off.', error))
  })
  await Promise.race([read, failure.promise])
  if (taken === undefined) throw noFile()
  return Promise.race([taken, failure.promise])
}

/** Hands a request's body on in slices, as fast as they are taken. */
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

/** What a sender says that knows nothing better is no declaration. */
const declaredOf = (type: string | null) =>
  type === null || /^application\/octet-stream\b/i.test(type) ? undefined : type

const tooLarge = (maxBytes: number) =>
  new Refusal('payload_too_large', `The file is over this route's limit of ${maxBytes} bytes.`, {
    fix: { action: `Send at most ${maxBytes} bytes.` },
  })
const malformed = (text: string, cause?: unknown) => new Refusal('bad_request', text, {}, { cause })
const noFile = () => invalidFields({ path: ['file'], type: 'missing', msg: 'Field required' })
const oneFile = () => invalidFields({ path: ['file'], msg: 'Value error, send one file' })
