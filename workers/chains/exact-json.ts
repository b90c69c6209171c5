/** 16 digits, the shortest number that may exceed 2^53. */
const LONG_NUMBER = /[0-9]{16}/

/**
 * Parses JSON with exact integers: those beyond 2^53 (such as large lamport amounts) become bigint. Throws SyntaxError.
 */
export function exactJson(text: string): unknown {
  return LONG_NUMBER.test(text) ? JSON.parse(text, exactNumber) : JSON.parse(text)
}

function exactNumber(_key: string, value: unknown, context?: { source?: string }): unknown {
  if (typeof value !== 'number' || Number.isSafeInteger(value)) return value
  const source = context?.source ?? ''
  return /^-?\d{16,80}$/.test(source) ? BigInt(source) : value
}
