/** V8's messages for failed allocations of buffers, arrays and strings. */
const OUT_OF_MEMORY = /allocat|memory|(?:array|buffer|string) length|call stack/i

/** Warnings of the engine about unreadable parts of a page or fonts. */
const DAMAGE = /ignoring errors|translateFont failed/

let memoryRanOut = false
let damage = 0
const clone = globalThis.structuredClone

/**
 * Watches the engine for errors that it swallows. Inside a page it continues after any error: fine for a broken
 * operator, but out of memory would sell an empty page. Its warnings and the structured clones between its two halves
 * reveal such errors.
 */
export function watchEngine(): void {
  memoryRanOut = false
  const warn = (message: unknown) => {
    if (typeof message === 'string' && DAMAGE.test(message)) damage += 1
    memoryRanOut ||= saysOutOfMemory(message)
  }
  Object.assign(console, { warn })
  globalThis.structuredClone = (value, options) => {
    const reason = reasonIn(value)
    if (reason !== undefined && isStreamError(value)) damage += 1
    memoryRanOut ||= saysOutOfMemory(reason)
    return isOperators(value) ? handOver(value) : clone(value, options)
  }
}

type Operators = { chunk: { fnArray: unknown[]; argsArray: unknown[] } }

/** Whether a message carries a chunk of operators. Most messages do. */
const isOperators = <Message>(message: Message): message is Message & Operators =>
  typeof message === 'object' &&
  message !== null &&
  'chunk' in message &&
  typeof message.chunk === 'object' &&
  message.chunk !== null &&
  'fnArray' in message.chunk &&
  Array.isArray(message.chunk.fnArray) &&
  'argsArray' in message.chunk &&
  Array.isArray(message.chunk.argsArray)

/**
 * Copies only the lists of a chunk, which the sender empties. Both halves are in this process and only read the
 * operators, so a deep clone is not needed.
 */
const handOver = <Message extends Operators>(message: Message): Message => ({
  ...message,
  chunk: { ...message.chunk, fnArray: [...message.chunk.fnArray], argsArray: [...message.chunk.argsArray] },
})

export const hasMemoryRunOut = (): boolean => memoryRanOut

/** Number of failures inside pages so far. */
export const damageSoFar = (): number => damage

export const saysOutOfMemory = (message: unknown): boolean => typeof message === 'string' && OUT_OF_MEMORY.test(message)

function reasonIn(message: unknown): string | undefined {
  if (typeof message !== 'object' || message === null || !('reason' in message)) return undefined
  return message.reason instanceof Error ? message.reason.message : undefined
}

/** Whether the engine's worker half ended a stream with an error. It sends a reason only then. */
const isStreamError = (message: unknown) =>
  typeof message === 'object' &&
  message !== null &&
  'stream' in message &&
  'sourceName' in message &&
  String(message.sourceName).endsWith('_worker')
