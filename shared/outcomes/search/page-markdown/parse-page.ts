import { parseHTML } from 'linkedom'

import { type DomDocument, type DomNode, isElement } from './dom.ts'

/** Parses HTML, whole or a fragment, into a document whose content is in its body. Scripts never run. */
export function parsePage(html: string): DomDocument {
  const document = (/<html[\s>]/i.test(html) ? documentOf(html) : null) ?? wrapped(html)
  const { documentElement, head, body } = document
  const strays: DomNode[] = []
  for (let node = documentElement.firstChild; node !== null; node = node.nextSibling) {
    if (node !== head && node !== body && !(isElement(node) && node.localName === 'head')) strays.push(node)
  }
  if (strays.length > 0) body.append(...strays)
  return document
}

/** The parser builds what is there; without <html> the first element of a fragment would be the root. */
function wrapped(fragment: string): DomDocument {
  const document = documentOf(`<html><head></head><body>${fragment}</body></html>`)
  if (document === null) throw new Error('a document with an <html> was parsed without one')
  return document
}

/** The document; null when the text has no element at all, such as an <html> inside a comment. */
function documentOf(html: string): DomDocument | null {
  // Safe: linkedom's document has what dom.ts names, but no root when there is no element.
  const document = parseHTML(html).document as unknown as DomDocument & { documentElement: unknown }
  return document.documentElement === null ? null : document
}
