/** Prefixes that some services put before JSON so that it cannot be run as a script. */
const GUARD = /^(?:\)\]\}'?,?|while\s*\(1\);|for\s*\(;;\);)\s*/

/**
 * Parses JSON as services actually send it: with a byte order mark, a guard prefix, or raw control characters in
 * strings. Throws SyntaxError for anything else.
 */
export function lenientJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    const mended = text
      .replace(/^\uFEFF/, '')
      .trimStart()
      .replace(GUARD, '')
      .replaceAll(/\p{Cc}/gu, ' ')
    if (mended === text) throw error
    return JSON.parse(mended)
  }
}
