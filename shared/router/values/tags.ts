/** The tags that a goal names: `#one`, "tagged one and two", "tag it one". */
export function tagsIn(goal: string): string[] | undefined {
  const said =
    /\b(?:tags?|tagged|tag it|tag this|label it|schlagwort(?:e|en)?|etiquetas?)(?: (?:it|this|the (?:note|post)))?(?: (?:with|as|mit|con))?[:\s]+(?:the tags? )?["'“]?((?:[\w-]+["'”]?(?:\s*,\s*|\s+(?:and|und|y|et)\s+)?["'“]?){1,6})/i.exec(
      goal,
    )?.[1]
  const marked = [...goal.matchAll(/#([\p{L}\p{N}_-]+)/gu)].map((match) => match[1] ?? '')
  const listed = (said ?? '')
    .split(/\s*,\s*|\s+(?:and|und|y|et)\s+|["'”“]/i)
    .map((tag) => tag.trim())
    .filter((tag) => /^[\w-]{2,40}$/.test(tag) && !NO_TAG.has(tag))
  const tags = [...new Set([...marked, ...listed])]
  return tags.length === 0 ? undefined : tags
}

const NO_TAG = new Set('price title key with at for in on to and the under named called visibility'.split(' '))
