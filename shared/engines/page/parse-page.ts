import { parseHTML } from 'linkedom'

import { type DomDocument, type DomNode, isElement } from './dom.ts'

/** Parses HTML, whole or a fragment, into a document whose content is in its body. Scripts never run. */
export function parsePage(html: string): DomDocument {
  // The parser builds what is there; without <html> the first element of a fragment would be the root.
  const whole = /<html[\s>]/i.test(html) ? html : `<html><head></head><body>${html}</body></html>`
  // Safe: linkedom's document has what dom.ts names.
  const document = parseHTML(whole).document as unknown as DomDocument
  const { documentElement, head, body } = document
  const strays: DomNode[] = []
  for (let node = documentElement.firstChild; node !== null; node = node.nextSibling) {
    if (node !== head && node !== body && !(isElement(node) && node.localName === 'head')) strays.push(node)
  }
  if (strays.length > 0) body.append(...strays)
  return document
}
