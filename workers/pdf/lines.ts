import { type Fragment, needsSpace, onOneLine } from './fragments.ts'
import { logicalOrder } from './logical-order.ts'
import { median } from './reading-order.ts'

/** A line with its fragments from left to right. */
export type Line = { y: number; size: number; fragments: Fragment[] }

/** Distances above this multiple of the usual line distance separate paragraphs. */
const PARAGRAPH = 1.45

/** Groups the fragments of a block into lines, top to bottom. */
export function linesOf(block: readonly Fragment[]): Line[] {
  const lines: Line[] = []
  for (const fragment of block.toSorted((one, other) => other.y - one.y)) {
    const line = lines.at(-1)
    const widest = line?.fragments[0]
    if (
      line === undefined ||
      widest === undefined ||
      !onOneLine({ ...fragment, y: line.y, size: line.size }, fragment)
    ) {
      lines.push({ y: fragment.y, size: fragment.size, fragments: [fragment] })
    } else {
      line.fragments.push(fragment)
      if (fragment.size > line.size) [line.size, line.y] = [fragment.size, fragment.y]
    }
  }
  for (const { fragments } of lines) fragments.sort((one, other) => one.x0 - other.x0)
  return lines
}

/** Text of a block. Lines are separated by a line break, paragraphs by an empty line. */
export function textOf(lines: readonly Line[]): string {
  const distances = lines.slice(1).map((line, index) => (lines[index]?.y ?? 0) - line.y)
  const usual = median(distances)
  return lines
    .map((line, index) => {
      const distance = index === 0 ? 0 : (distances[index - 1] ?? 0)
      const isParagraph = distance > PARAGRAPH * usual && distance > PARAGRAPH * line.size
      return (index === 0 ? '' : isParagraph ? '\n\n' : '\n') + lineText(line)
    })
    .join('')
}

function lineText({ fragments }: Line): string {
  let text = ''
  let last: Fragment | undefined
  for (const fragment of fragments) {
    text += (last !== undefined && needsSpace(last, fragment) ? ' ' : '') + fragment.text
    last = fragment
  }
  return logicalOrder(text)
}
