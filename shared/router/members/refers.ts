/** What a part says of something found: "of the newest one", "behind it", "there". */
export const OF_FOUND =
  /\b(?:of|on|by|for|to|from|behind|in|about|does|has|holds?)\s+(?:that|this|its?|them|these|those|each|both)\b|\b(?:of|behind|from|does|has|holds?)\s+the\b|\b(?:there|its|whose|that)\b|\b(?:first|second|third|newest|latest|oldest|best|top) (?:one|of)\b/u

/** What opens something by its name: "open the full article". */
export const OPENS_SOME =
  /^[\s,]*(?:and |then )*(?:open|read|fetch|show(?: me)?|get(?: me)?|load|give me|take)\s+(?:the|its|that)\s/u

/** Types that so many outcomes take that having one says nothing. */
export const COMMON: ReadonlySet<string> = new Set([
  'json',
  'text',
  'markdown',
  'url',
  'domain',
  'number',
  'note-content',
  'post-text',
])
