import type { IncomingMessage } from 'node:http'
import { PassThrough, Transform } from 'node:stream'
import { setImmediate } from 'node:timers/promises'

import type { KoaBodyMiddlewareOptions } from 'koa-body'

import { invalidFields, Refusal } from '#shared/errors.ts'

import { hasNoBody } from './json-body.ts'
import { readWithKoaBody } from './read-with-koa-body.ts'

/** The one file of a form, as a stream. */
export type UploadedFile = { body: AsyncIterable<Uint8Array>; declaredType: string | undefined }

type Formidable = NonNullable<KoaBodyMiddlewareOptions['formidable']>

/** Whether the parser is inside the file, and how the upload fails: with its first error. */
type Upload = { inFile: () => boolean; fail: (error: unknown) => void }

/** Most bytes of a form beside its file: boundaries, headers and ignored fields. */
const FORM_BYTES = 16_384
const MOST_PARTS = 10
/** Feed the parser in slices of this size, so that it buffers little more than FORM_BYTES of headers. */
const SLICE_BYTES = 4_096

/**
 * Streams the one file of a multipart/form-data body to `take`, with backpressure; no file is written here. Resolves
 * with the result of `take` after the whole form was read. Throws 415 for another media type, 413 for more than
 * `maxBytes` plus FORM_BYTES, 422 for no file or two files, and 400 for a malformed or incomplete form.
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
  let at: 'before' | 'inside' | 'behind' = 'before'
  const failure = Promise.withResolvers<never>()
  const fail = (error: unknown): void => failure.reject(error)
  const source = sliceBody(request, maxBytes, { inFile: () => at === 'inside', fail })
  let file: { body: PassThrough; taken: Promise<Taken> } | undefined
  let declaredType: string | undefined
  let parts = 0
  const formidable: Formidable = {
    // An empty file reaches `take`, which refuses it.
    allowEmptyFiles: true,
    minFileSize: 0,
    maxFileSize: maxBytes + FORM_BYTES,
    onPart: (part, handle) => {
      parts += 1
      if (parts > MOST_PARTS) return fail(malformed(`The form has more than ${MOST_PARTS} parts.`))
      // A plain field: ignore it. Its bytes still count.
      if (part.originalFilename === null && part.mimetype === null) return undefined
      if (at !== 'before') return fail(oneFile())
      at = 'inside'
      part.on('end', () => {
        at = 'behind'
      })
      declaredType = declaredOf(part.mimetype)
      // formidable treats a part without a type as a field.
      part.mimetype ||= UNKNOWN_TYPE
      return handle(part)
    },
    fileWriteStreamHandler: () => {
      const body = new PassThrough()
      file = { body, taken: take({ body, declaredType }) }
      file.taken.catch(async (error: unknown) => {
        // formidable destroys the file when it finds the form malformed: that error comes first.
        if (!(error instanceof Refusal)) await setImmediate()
        fail(error)
      })
      return body
    },
  }
  try {
    const read = readWithKoaBody(source, 'multipart', { formidable }).catch(async (error: unknown) => {
      // A taker that refuses the file breaks the form off, too. It may still be tidying up, and its refusal is the answer.
      file?.body.destroy(new Error('the form broke off'))
      const refusal: unknown = await file?.taken.catch((reason: unknown) => reason)
      fail(refusal instanceof Refusal ? refusal : malformed('The form is not well formed, or broke off.', error))
    })
    await Promise.race([failure.promise, read])
    if (file === undefined) throw noFile()
    return await Promise.race([failure.promise, file.taken.catch(() => failure.promise)])
  } catch (error) {
    file?.body.destroy(new Error('the form broke off'))
    source.destroy()
    // Drain the rest of the body, so that the connection can be reused.
    request.unpipe(source)
    request.resume()
    throw error
  }
}

/**
 * Passes a body on in slices, one a turn of the event loop: the parser takes milliseconds for a chunk of line ends.
 * Fails with 413 and 400 at the limits that formidable does not have: bytes of the whole form, and beside its file.
 */
function sliceBody(request: IncomingMessage, maxBytes: number, { inFile, fail }: Upload) {
  const slices = new Transform({
    async transform(this: Transform, chunk: Buffer, _encoding, done) {
      for (let at = 0; at < chunk.length && !this.destroyed; at += SLICE_BYTES) {
        this.push(chunk.subarray(at, at + SLICE_BYTES))
        await setImmediate()
      }
      done()
    },
  })
  let received = 0
  let beside = 0
  // Starts when the parser listens, and counts what the parser has read: only then is it known what is file.
  slices.once('resume', () => {
    slices.on('data', (slice: Buffer) => {
      received += slice.length
      if (!inFile()) beside += slice.length
      if (beside > FORM_BYTES) fail(malformed('The form holds more than a file.'))
      else if (received > maxBytes + FORM_BYTES) fail(tooLarge(maxBytes))
    })
    request.pipe(slices)
  })
  const breakOff = () => fail(malformed('The form broke off.'))
  // It may have ended before anybody listened.
  if (request.destroyed) breakOff()
  request.on('close', () => {
    if (!request.complete) breakOff()
  })
  return Object.assign(slices, { headers: request.headers })
}

/** Clients send this for an unknown type: treat it as undeclared. */
const UNKNOWN_TYPE = 'application/octet-stream'
const declaredOf = (type: string | null) =>
  type === null || /^application\/octet-stream\b/i.test(type) ? undefined : type

const tooLarge = (maxBytes: number) =>
  new Refusal('payload_too_large', `The file is over this route's limit of ${maxBytes} bytes.`, {
    fix: { action: `Send at most ${maxBytes} bytes.` },
  })
const malformed = (text: string, cause?: unknown) => new Refusal('bad_request', text, {}, { cause })
const noFile = () => invalidFields({ path: ['file'], type: 'missing', msg: 'Field required' })
const oneFile = () => invalidFields({ path: ['file'], msg: 'Value error, send one file' })
