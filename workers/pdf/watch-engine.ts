/** What V8 says when there is no memory left for a buffer, an array or a string. */
const OUT_OF_MEMORY = /allocat|memory|(?:array|buffer|string) length|call stack/i

/** What the engine warns of when a part of a page, or a font on it, cannot be read. */
const DAMAGE = /ignoring errors|translateFont failed/

let memoryRanOut = false
let damage = 0
const clone = globalThis.structuredClone

/**
 * Listens to what the engine says to itself. It goes on with what it has when something goes wrong inside a page: for a
 * broken operator that is right, for memory that ran out it would sell an empty page. What it swallows it warns of, and
 * why a page failed passes only between its two halves, which talk in structured clones.
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
    return isOperators(value) ? handedOver(value) : clone(value, options)
  }
}

type Operators = { chunk: { fnArray: unknown[]; argsArray: unknown[] } }

/** A part of a page's operators on its way between the halves: most of what they say to each other. */
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

/** Both halves are this process and only read what an operator holds; the lists themselves are emptied by who sent them. */
const handedOver = <Message extends Operators>(message: Message): Message => ({
  ...message,
  chunk: { ...message.chunk, fnArray: [...message.chunk.fnArray], argsArray: [...message.chunk.argsArray] },
})

export const hasMemoryRunOut = (): boolean => memoryRanOut

/** How often something within a page has failed so far. */
export const damageSoFar = (): number => damage

export const saysOutOfMemory = (message: unknown): boolean => typeof message === 'string' && OUT_OF_MEMORY.test(message)

function reasonIn(message: unknown): string | undefined {
  if (typeof message !== 'object' || message === null || !('reason' in message)) return undefined
  return message.reason instanceof Error ? message.reason.message : undefined
}

/** The engine's worker half ends a page's stream with a reason only where it failed. */
const isStreamError = (message: unknown) =>
  typeof message === 'object' &&
  message !== null &&
  'stream' in message &&
  'sourceName' in message &&
  String(message.sourceName).endsWith('_worker')
