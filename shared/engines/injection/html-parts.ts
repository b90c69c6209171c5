import { Parser } from 'htmlparser2'

import { VOID } from '#shared/lib/html-elements.ts'
import { hiddenSelectors, hidingBy } from './hidden-style.ts'

export type Span = { start: number; end: number }

/**
 * The parts of an HTML text that a reader sees, and those that only a program reads. Places are indices of the source.
 */
export type HtmlParts = {
  /** Comments, hidden elements, and attributes and metadata that are not shown. */
  hidden: Span[]
  hiddenChars: number
  /** The shown text without tags, and the source index of each code unit. */
  visible: string
  at: (index: number) => number
}

const DEEPEST = 400
const CHUNK = 16_384
const unseen = new Set(['script', 'style', 'template', 'noscript', 'iframe', 'object', 'embed', 'head', 'svg'])
const inline = new Set(
  'a abbr b bdi bdo cite code em font i kbd mark q s samp small span strong sub sup u var wbr'.split(' '),
)
const read = new Set([
  'alt',
  'title',
  'aria-label',
  'aria-description',
  'placeholder',
  'content',
  'summary',
  'data-prompt',
])

const tag =
  /<(?:!doctype|!--|\/?(?:html|head|body|div|p|span|a|img|table|t[dhr]|br|script|style|meta|title|caption|h[1-6]|[uo]l|li|footer|header|section|article|form|input|font|b|i|em|strong|iframe|svg|button|label|nav|main)\b)/i

/** Whether a text is HTML, or has parts of it. */
export const looksLikeHtml = (text: string): boolean => text.includes('<') && tag.test(text)

/** Takes HTML apart without building a tree; what nests without end is read up to there. */
export function htmlParts(source: string): HtmlParts {
  const sheets = [...source.matchAll(/<style\b[^>]{0,200}>([^<]{0,50000})/gi)].map(([, css = '']) => css)
  const selectors = hiddenSelectors(sheets)
  const hidden: Span[] = []
  const pieces: string[] = []
  const starts: { from: number; source: number; length: number; sourceLength: number }[] = []
  const open: { name: string; isHidden: boolean }[] = []
  let length = 0
  let hiddenDepth = 0
  const show = (text: string, from: number, sourceLength: number) => {
    pieces.push(text)
    starts.push({ from: length, source: from, length: text.length, sourceLength })
    length += text.length
  }
  const parser = new Parser({
    onopentag(name, attributes) {
      hidden.push(...attributeSpans(source, { start: parser.startIndex, end: parser.endIndex + 1 }, attributes))
      if (!inline.has(name)) show('\n', parser.startIndex, 0)
      if (VOID.has(name)) return
      const isHidden = unseen.has(name) || isHiding(attributes, selectors)
      open.push({ name, isHidden })
      if (isHidden) hiddenDepth += 1
    },
    ontext(text) {
      const span = { start: parser.startIndex, end: parser.endIndex + 1 }
      if (hiddenDepth === 0) return show(text, span.start, span.end - span.start)
      if (!open.some(({ name }) => name === 'script' || name === 'style') && text.trim() !== '') hidden.push(span)
    },
    oncomment() {
      hidden.push({ start: parser.startIndex, end: parser.endIndex + 1 })
    },
    onclosetag(name) {
      if (VOID.has(name)) return
      if (open.pop()?.isHidden) hiddenDepth -= 1
      if (!inline.has(name)) show('\n', parser.startIndex, 0)
    },
  })
  for (let from = 0; from < source.length && open.length < DEEPEST; from += CHUNK)
    parser.write(source.slice(from, from + CHUNK))
  parser.end()
  return {
    hidden,
    hiddenChars: hidden.reduce((sum, { start, end }) => sum + end - start, 0),
    visible: pieces.join(''),
    at: (index) => placeOf(starts, index, source.length),
  }
}

function isHiding(
  attributes: Readonly<Record<string, string>>,
  { classes, ids }: ReturnType<typeof hiddenSelectors>,
): boolean {
  if (attributes['hidden'] !== undefined && attributes['hidden'] !== 'until-found') return true
  if (attributes['aria-hidden']?.toLowerCase() === 'true') return true
  if (attributes['style'] !== undefined && hidingBy(attributes['style']) !== null) return true
  if (attributes['id'] !== undefined && ids.has(attributes['id'])) return true
  return classes.size > 0 && (attributes['class'] ?? '').split(/\s+/).some((name) => classes.has(name))
}

/** Positions of attribute values that a program reads and a person does not. */
function attributeSpans(source: string, span: Span, attributes: Readonly<Record<string, string>>): Span[] {
  const found: Span[] = []
  const tag = source.slice(span.start, span.end)
  for (const [name, value] of Object.entries(attributes)) {
    if (!read.has(name) || value.trim().length < 8) continue
    const at = tag.indexOf(value)
    if (at >= 0) found.push({ start: span.start + at, end: span.start + at + value.length })
  }
  return found
}

function placeOf(
  starts: readonly { from: number; source: number; length: number; sourceLength: number }[],
  index: number,
  end: number,
): number {
  let low = 0
  let high = starts.length - 1
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if ((starts[middle]?.from ?? 0) <= index) low = middle
    else high = middle - 1
  }
  const piece = starts[low]
  if (piece === undefined) return end
  // A decoded entity is shorter than its source; its place is then near enough.
  return Math.min(piece.source + Math.min(index - piece.from, Math.max(0, piece.sourceLength - 1)), end)
}
