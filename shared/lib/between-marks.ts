/**
 * Splits a text at pairs of marks that do not nest, such as comments. Returns the parts outside and inside, in order.
 * Marks match in any case; an unclosed pair reaches to the end of the text. Runs in linear time.
 */
export function betweenMarks(text: string, open: string, close: string): { outside: string[]; inside: string[] } {
  const lower = text.toLowerCase()
  // If lower-casing changes the length, offsets would not match: search the original text instead.
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
