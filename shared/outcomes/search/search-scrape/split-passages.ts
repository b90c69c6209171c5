/** A piece of a page; `start` and `end` are UTF-16 indices in its Markdown. */
export type Passage = { text: string; start: number; end: number }

/** Paragraphs are joined up to about this, and longer ones are cut near it. */
const TARGET = 900
const LONGEST = 1_400

/**
 * Splits Markdown at its paragraphs into passages of about 900 characters, in order. A heading goes with what follows it.
 * Every passage is a part of the text as it stands: `markdown.slice(start, end)`.
 */
export function splitPassages(markdown: string): Passage[] {
  const passages: Passage[] = []
  let from = -1
  let to = 0
  let isHeading = false
  const close = () => {
    if (from >= 0) passages.push({ text: markdown.slice(from, to), start: from, end: to })
    from = -1
  }
  for (const { start, end } of paragraphs(markdown)) {
    const length = end - start
    if (from >= 0 && !isHeading && end - from > TARGET) close()
    if (length > LONGEST) {
      close()
      passages.push(...cut(markdown, start, end))
      isHeading = false
      continue
    }
    if (from < 0) from = start
    to = end
    isHeading = /^#{1,6} /.test(markdown.slice(start, start + 7))
  }
  close()
  return passages
}

/** Runs of lines between empty lines, without the spaces around them. */
function* paragraphs(markdown: string): Generator<{ start: number; end: number }> {
  let at = 0
  for (const piece of markdown.split(/(\n[ \t]*\n+)/)) {
    const text = piece.trim()
    if (text !== '') {
      const start = at + piece.indexOf(text)
      yield { start, end: start + text.length }
    }
    at += piece.length
  }
}

/** A long paragraph in parts, at the ends of sentences or at least of words. */
function cut(markdown: string, start: number, end: number): Passage[] {
  const parts: Passage[] = []
  for (let from = start; from < end;) {
    const to = end - from <= LONGEST ? end : from + breakNear(markdown.slice(from, from + LONGEST))
    const text = markdown.slice(from, to).trimEnd()
    if (text.trim() !== '') parts.push({ text, start: from, end: from + text.length })
    from = to
    while (from < end && /\s/.test(markdown.charAt(from))) from += 1
  }
  return parts
}

/** Where a piece is best broken: after the last sentence near the target, else after a word. */
function breakNear(piece: string): number {
  let best = 0
  for (const { index } of piece.matchAll(/[.!?。！？]["')\]]?\s|\n/g)) {
    if (index + 1 > LONGEST) break
    best = index + 1
    if (best >= TARGET) return best
  }
  if (best > TARGET / 2) return best
  const space = piece.lastIndexOf(' ')
  const at = space > TARGET / 2 ? space : piece.length
  // Half a surrogate pair is no character.
  return /[\uD800-\uDBFF]/.test(piece.charAt(at - 1)) ? at - 1 : at
}
