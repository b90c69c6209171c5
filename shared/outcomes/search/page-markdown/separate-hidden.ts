import { type DomDocument, type DomElement, isComment, isElement, walk } from './dom.ts'
import { hiddenSelectors, hidingBy } from '#shared/engines/injection/hidden-style.ts'

/** Elements whose insides are no text of the page. */
const UNSEEN = new Set(['script', 'style', 'template', 'noscript', 'iframe', 'object', 'embed', 'svg', 'canvas'])
const SCANNED = new Set(['template', 'noscript'])
const MAX_HIDDEN_CHARS = 200_000

/**
 * Takes what a reader would not see out of a document (the `hidden` attribute, `aria-hidden`, CSS in place or in the
 * page's own sheets, comments, templates, scripts) and gives its text, to be looked at apart.
 */
export function separateHidden(document: DomDocument): string[] {
  const sheets = [...document.querySelectorAll('style')].map(({ textContent }) => textContent ?? '')
  const selectors = hiddenSelectors(sheets)
  const texts: string[] = []
  let room = MAX_HIDDEN_CHARS
  const keep = (text: string | null) => {
    const clean = text?.replace(/\s+/g, ' ').trim() ?? ''
    if (clean === '' || room <= 0) return
    texts.push(clean.slice(0, room))
    room -= clean.length
  }
  walk(document.body, (node) => {
    if (isComment(node)) {
      keep(node.textContent)
      node.remove()
      return false
    }
    if (!isElement(node)) return false
    if (UNSEEN.has(node.localName)) {
      if (SCANNED.has(node.localName)) keep(node.localName === 'template' ? node.innerHTML : node.textContent)
      node.remove()
      return false
    }
    if (!isHidden(node, selectors)) return true
    keep(node.textContent)
    node.remove()
    return false
  })
  return texts
}

function isHidden(element: DomElement, { classes, ids }: ReturnType<typeof hiddenSelectors>): boolean {
  if (element.hasAttribute('hidden') && element.getAttribute('hidden') !== 'until-found') return true
  if (element.getAttribute('aria-hidden')?.toLowerCase() === 'true') return true
  const style = element.getAttribute('style')
  const hiding = style === null ? null : hidingBy(style)
  if (hiding === 'hidden') return true
  if (hiding === 'font') return element.querySelector('[style*="font-size"]') === null
  const id = element.getAttribute('id')
  if (id !== null && ids.has(id)) return true
  if (classes.size === 0) return false
  return (element.getAttribute('class') ?? '').split(/\s+/).some((name) => classes.has(name))
}
