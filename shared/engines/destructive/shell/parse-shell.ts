import { parse } from 'unbash'
import type { ParsedScript } from 'unbash'

/** Parses shell; null when it nests so deep that the parser runs out of stack. */
export function parseShell(text: string): ParsedScript | null {
  try {
    return parse(text)
  } catch (error) {
    if (error instanceof RangeError) return null
    throw error
  }
}
