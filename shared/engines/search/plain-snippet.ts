import { walkMarkup } from '#shared/engines/site/page/walk-markup.ts'

/** Engines send whole paragraphs at most; what is longer is none. */
const LONGEST_SOURCE = 8_000

/** Markup of an engine as one line of plain text: tags gone, entities decoded, spaces folded, controls removed. */
export function plainSnippet(markup: string): string {
  const parts: string[] = []
  let hidden = 0
  walkMarkup(markup.slice(0, LONGEST_SOURCE), {
    open: (tag) => {
      if (HIDDEN.has(tag)) hidden += 1
      else if (BREAKS.has(tag)) parts.push(' ')
    },
    text: (piece) => {
      if (hidden === 0) parts.push(piece)
    },
    close: (tag) => {
      if (HIDDEN.has(tag)) hidden -= 1
      else if (BREAKS.has(tag)) parts.push(' ')
    },
  })
  return oneLine(parts.join(''))
}

/** Text cut at the end of a word, with an ellipsis inside the limit. */
export function cutAtWord(text: string, most: number): string {
  if (text.length <= most) return text
  const room = text.slice(0, most - 1)
  const end = room.lastIndexOf(' ')
  const cut = end > most * 0.6 ? room.slice(0, end) : room
  // Remove half a surrogate pair at the end.
  return `${cut.replace(/[\uD800-\uDBFF]$/, '').trimEnd()}…`
}

/** Spaces and controls folded to single spaces. */
export const oneLine = (text: string) =>
  text
    .toWellFormed()
    .replace(/[\p{Cc}\p{Zs}\p{Zl}\p{Zp}]+/gu, ' ')
    .trim()

const HIDDEN = new Set(['script', 'style', 'template'])
const BREAKS = new Set(['br', 'p', 'div', 'li', 'tr', 'td', 'h1', 'h2', 'h3'])
