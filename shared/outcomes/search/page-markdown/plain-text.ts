import { type DomElement, type DomNode, isElement, isText, walk } from './dom.ts'

const SKIPPED = new Set([
  'script',
  'style',
  'template',
  'noscript',
  'head',
  'svg',
  'iframe',
  'object',
  'textarea',
  'select',
])
const INLINE = new Set(
  `a abbr b bdi bdo cite code data del dfn em i ins kbd label mark q s samp small span strong sub sup time u var
  wbr`.split(/\s+/),
)

/** The words of some content, a line a block. Needs no stack, whatever the nesting. */
export function plainText(root: DomElement): string {
  const parts: string[] = []
  walk(root, (node: DomNode) => {
    if (isText(node)) {
      parts.push((node.textContent ?? '').replace(/\s+/g, ' '))
      return false
    }
    if (!isElement(node) || SKIPPED.has(node.localName)) return false
    if (!INLINE.has(node.localName)) parts.push('\n')
    return true
  })
  return parts
    .join('')
    .replace(/[ \t]*\n\s*/g, '\n')
    .trim()
}
