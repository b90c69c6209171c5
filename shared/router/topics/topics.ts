/**
 * Several things that a goal asks the same about, each for a step of its own: "news on tea, and separately on coffee",
 * "the articles on Ada Lovelace and Alan Turing". Empty when it asks about one.
 */
export function topicsIn(goal: string, quoted: readonly string[]): string[] {
  if (quoted.length > 1 && /\b(?:each|both|and|und|y|et|separately)\b/i.test(goal)) return [...quoted]
  const apart =
    /\b(?:about|on|for|of)\s+(.{3,80}?)(?:\s+(?:from|in|over|within) the (?:last|past)[^,;.]*)?\s*(?:[,;]\s*)?(?:and|plus)\s+(?:then\s+)?(?:separately|another (?:one|search|set)|one more|the same|likewise|again)\s*(?:,\s*)?(?:about|on|for|of)\s+([^.;?!]{3,80})/i.exec(
      goal,
    )
  if (apart !== null) return [apart[1], apart[2]].flatMap((part) => trimmed(part))
  const twice = /\b(about|on|for)\s+([^,;.]{3,60}?)\s*,?\s+and\s+\1\s+([^,;.?!]{3,60})/i.exec(goal)
  if (twice !== null) return [twice[2], twice[3]].flatMap((part) => trimmed(part))
  const named =
    /\b(?:articles|entries|pages|summaries|intros|leads|introductions|extracts)\b.{0,30}?\b(?:about|on|for|of)\s+(?:the\s+)?((?:\p{Lu}[^,;.]*?)(?:\s*,\s*(?:and\s+)?|\s+and\s+|\s+&\s+)(?:the\s+)?\p{Lu}[^;.?!]*)/u.exec(
      goal,
    )?.[1]
  if (named === undefined) return []
  const parts = named.split(/\s*,\s*(?:and\s+)?|\s+(?:and|&)\s+/).flatMap((part) => trimmed(part))
  return parts.length > 1 && parts.every((part) => /^(?:the\s+)?\p{Lu}/u.test(part)) ? parts : []
}

const trimmed = (part: string | undefined) => {
  const text = (part ?? '').trim().replace(/[\s,.;:?!]+$/, '')
  return text === '' ? [] : [text]
}
