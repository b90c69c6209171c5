/** Guards against being run as a script that some services put before their JSON. */
const GUARD = /^(?:\)\]\}'?,?|while\s*\(1\);|for\s*\(;;\);)\s*/

/**
 * Parses JSON as services really send it: with a byte order mark, a guard before it, or raw control characters in texts.
 * Throws SyntaxError when it is not JSON even so.
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
