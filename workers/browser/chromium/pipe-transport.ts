import type { Readable, Writable } from 'node:stream'

import type { ConnectOverCDPTransport } from 'playwright-core'
import { z } from 'zod'

/** Longest message: a picture of 8 MB in base64 with its envelope fits. */
const MAX_MESSAGE_BYTES = 12 * 1024 * 1024
/**
 * Limits of console messages and exceptions per page: bytes of one, and their number. A page can write faster than we
 * read.
 */
const MAX_NOISE_BYTES = 64 * 1024
const MAX_NOISE_MESSAGES = 1_000
const NOISE = /^\{"method":"(?:Runtime\.(?:consoleAPICalled|exceptionThrown)|Log\.entryAdded|Console\.messageAdded)"/
const SESSION = /"sessionId":"(\w+)"\}$/
const HEAD_BYTES = 256

/** Error message for a command whose answer was too long. */
export const TOO_LONG = 'the answer is longer than may be read'

const Command = z.object({ id: z.int(), sessionId: z.string().optional() })

/**
 * Speaks the DevTools protocol over Chromium's pipes: JSON messages, each terminated by NUL. Chromium renders untrusted
 * pages, so memory per message is bounded: an answer that is too long becomes an error, and excess console messages are
 * dropped unparsed.
 */
export class PipeTransport implements ConnectOverCDPTransport {
  onmessage?: (message: object) => void
  onclose?: (reason?: string) => void
  readonly #out: Writable
  readonly #parts: Buffer[] = []
  /** Session of each pending command, so that an answer too long to parse can be delivered as an error. */
  readonly #asked = new Map<number, string | undefined>()
  readonly #noise = new Map<string, number>()
  readonly #unsent: string[] = []
  #length = 0
  #isClosed = false

  constructor(out: Writable, incoming: Readable) {
    this.#out = out
    incoming.on('data', (chunk: Buffer) => this.#read(chunk))
    incoming.on('close', () => this.close())
    for (const stream of [out, incoming]) stream.on('error', () => this.close())
  }

  send(message: object): void {
    if (this.#isClosed) throw new Error('the browser is gone')
    const { id, sessionId } = Command.parse(message)
    this.#asked.set(id, sessionId)
    if (this.#unsent.length === 0) setImmediate(() => this.#flush())
    this.#unsent.push(JSON.stringify(message))
  }

  /**
   * Writes all commands of one turn at once: each write wakes the browser, and opening a page takes about twenty
   * commands.
   */
  #flush(): void {
    if (!this.#isClosed) this.#out.write(`${this.#unsent.join('\0')}\0`)
    this.#unsent.length = 0
  }

  close(): void {
    if (this.#isClosed) return
    this.#isClosed = true
    this.#out.destroy()
    this.onclose?.()
  }

  #read(chunk: Buffer): void {
    let from = 0
    for (let end = chunk.indexOf(0); end !== -1; end = chunk.indexOf(0, from)) {
      this.#keep(chunk.subarray(from, end))
      this.#finish()
      from = end + 1
    }
    this.#keep(chunk.subarray(from))
  }

  #keep(part: Buffer): void {
    this.#length += part.length
    if (this.#length <= MAX_MESSAGE_BYTES) {
      if (part.length > 0) this.#parts.push(part)
    } else if (this.#parts.length !== 1 || this.#parts[0]?.length !== HEAD_BYTES) {
      const head = Buffer.concat([...this.#parts, part]).subarray(0, HEAD_BYTES)
      this.#parts.splice(0, this.#parts.length, Buffer.from(head))
    }
  }

  #finish(): void {
    const text = Buffer.concat(this.#parts).toString('utf8')
    const isTooLong = this.#length > MAX_MESSAGE_BYTES
    const isNoise = NOISE.test(text) && (this.#length > MAX_NOISE_BYTES || this.#isNoisy(text))
    this.#parts.length = 0
    this.#length = 0
    const message = isTooLong ? this.#errorFor(text) : isNoise ? null : parse(text)
    if (message === null) return
    if ('id' in message) this.#asked.delete(Number(message.id))
    // One task per message, so that code awaiting a message runs before the next one.
    setImmediate(() => this.onmessage?.(message))
  }

  #isNoisy(text: string): boolean {
    const session = SESSION.exec(text.slice(-64))?.[1] ?? ''
    const count = (this.#noise.get(session) ?? 0) + 1
    this.#noise.set(session, count)
    return count > MAX_NOISE_MESSAGES
  }

  #errorFor(head: string): object | null {
    const id = Number(/^\{"id":(\d+),/.exec(head)?.[1] ?? Number.NaN)
    if (!this.#asked.has(id)) return null
    const sessionId = this.#asked.get(id)
    return { id, error: { message: TOO_LONG }, ...(sessionId === undefined ? {} : { sessionId }) }
  }
}

function parse(text: string): object | null {
  const value: unknown = JSON.parse(text)
  return typeof value === 'object' ? value : null
}
