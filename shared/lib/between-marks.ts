/**
 * Cuts text at pairs of marks that do not nest, such as comments: what is outside and what is inside, in order. Marks are
 * found in any case; a pair that is never closed reaches to the end. Linear, whatever the text.
 */
export function betweenMarks(text: string, open: string, close: string): { outside: string[]; inside: string[] } {
  const lower = text.toLowerCase()
  // A text whose length changes with its case is searched as it is.
  const searched = lower.length === text.length ? lower : text
  const outside: string[] = []
  const inside: string[] = []
  let from = 0
  for (let at = searched.indexOf(open); at !== -1; at = searched.indexOf(open, from)) {
    const end = searched.indexOf(close, at + open.length)
    outside.push(text.slice(from, at))
    inside.push(text.slice(at + open.length, end === -1 ? text.length : end))
    if (end === -1) return { outside, inside }
    from = end + close.length
  }
  outside.push(text.slice(from))
  return { outside, inside }
}
