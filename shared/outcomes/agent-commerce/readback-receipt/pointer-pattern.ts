import { pointerTokens } from '#shared/engines/json/json-pointer.ts'

/** A JSON Pointer in which a segment * stands for any one segment. */
export type PointerPattern = {
  /** Whether it names exactly this path. */
  fits: (path: readonly string[]) => boolean
  /** Whether it names this path or one above it. */
  covers: (path: readonly string[]) => boolean
}

/** Reads a pattern; null when the text is no JSON Pointer. */
export function pointerPattern(text: string): PointerPattern | null {
  const tokens = pointerTokens(text)
  if (tokens === null) return null
  const begins = (path: readonly string[]) => tokens.every((token, at) => token === '*' || token === path[at])
  return {
    fits: (path) => path.length === tokens.length && begins(path),
    covers: (path) => path.length >= tokens.length && begins(path),
  }
}
