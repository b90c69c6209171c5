/** What V8 says when there is no memory left for a buffer, an array or a string. */
const OUT_OF_MEMORY = /allocat|memory|(?:array|buffer|string) length|call stack/i

let memoryRanOut = false

/**
 * Listens to the engine's warnings. It swallows what goes wrong inside a page and goes on with what it has; for a broken
 * operator that is right, for memory that ran out it would sell an empty page.
 */
export function watchWarnings(): void {
  memoryRanOut = false
  console.warn = (message: unknown) => {
    memoryRanOut ||= saysOutOfMemory(message)
  }
}

export const hasMemoryRunOut = (): boolean => memoryRanOut

export const saysOutOfMemory = (message: unknown): boolean => typeof message === 'string' && OUT_OF_MEMORY.test(message)
