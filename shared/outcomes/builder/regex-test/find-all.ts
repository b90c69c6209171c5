import { expandReplacement } from './expand-replacement.ts'
import type { Finder } from './finder.ts'

/** Longest replaced text that is built, in UTF-16 units; `` $` `` could ask for gigabytes. */
export const REPLACED_LIMIT = 1_000_000

/** What a search has found so far; it holds what was found also when the search is stopped. */
export type Found = {
  /** Spans of the first `limit` matches: start and end of the match and of each group. */
  matches: number[][]
  /** Whether there are more matches than were kept. */
  more: boolean
  replaced: string | null
  /** The replaced text would have grown over REPLACED_LIMIT. */
  tooLong: boolean
}

export const nothingFound = (): Found => ({ matches: [], more: false, replaced: null, tooLong: false })

type Wanted = { text: string; limit: number; names: readonly (string | null)[]; replacement: string | undefined }

/** Finds all matches from left to right; behind an empty one the search goes on one code point further. */
export function findAll(find: Finder, { text, limit, names, replacement }: Wanted, found: Found): void {
  const pieces: string[] = []
  let length = 0
  let copied = 0
  for (let from = 0; from <= text.length;) {
    const spans = find(from)
    if (spans === null) break
    const [start = 0, end = 0] = spans
    if (found.matches.length < limit) found.matches.push(spans)
    else found.more = true
    if (replacement === undefined && found.more) return
    if (replacement !== undefined && length <= REPLACED_LIMIT) {
      const piece = text.slice(copied, start) + expandReplacement(replacement, { text, spans, names })
      pieces.push(piece)
      length += piece.length
      copied = end
    }
    from = end > start ? end : end + ((text.codePointAt(end) ?? 0) > 0xffff ? 2 : 1)
  }
  if (replacement === undefined) return
  found.tooLong = length + text.length - copied > REPLACED_LIMIT
  if (!found.tooLong) found.replaced = pieces.join('') + text.slice(copied)
}
