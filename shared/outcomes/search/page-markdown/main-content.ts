import { Readability } from '@mozilla/readability'

import { type DomDocument, type DomElement, isElement, walk } from './dom.ts'

const FURNITURE = 'nav, footer, [role="navigation"], [role="contentinfo"], [role="search"]'
/** Text shorter than this is no article. */
export const THIN_CHARS = 200
/** Readability's time grows with the square of depth and of size; pages past these go without it. */
const MAX_DEPTH = 120
const MAX_ELEMENTS = 12_000

export type Article = {
  content: DomElement
  title: string | null
  byline: string | null
  siteName: string | null
  publishedTime: string | null
}

/** How large a page is to work on: elements, and how deep they are nested. */
export function measure(document: DomDocument): {
  elements: number
  depth: number
  scripts: number
  scriptChars: number
} {
  const size = { elements: 0, depth: 0, scripts: 0, scriptChars: 0 }
  walk(document.documentElement, (node, depth) => {
    if (!isElement(node)) return false
    size.elements++
    size.depth = Math.max(size.depth, depth)
    if (node.localName === 'script') {
      size.scripts++
      size.scriptChars += node.textContent?.length ?? 0
    }
    return true
  })
  return size
}

/** The article of a page by Readability; null when it finds none worth the name, or the page is too much for it. */
export function findArticle(document: DomDocument, { elements, depth }: ReturnType<typeof measure>): Article | null {
  if (depth > MAX_DEPTH || elements > MAX_ELEMENTS) return null
  const reader = new Readability<DomElement>(
    // Readability changes the document it is given.
    document.cloneNode(true),
    {
      charThreshold: THIN_CHARS,
      keepClasses: true,
      serializer: (node) => node,
    },
  )
  const found = parsed(reader)
  if (found?.content === undefined || found.content === null) return null
  if ((found.textContent ?? '').replace(/\s+/g, ' ').trim().length < THIN_CHARS) return null
  return {
    content: found.content,
    title: found.title ?? null,
    byline: found.byline ?? null,
    siteName: found.siteName ?? null,
    publishedTime: found.publishedTime ?? null,
  }
}

/** Readability throws on documents it cannot cope with; those have no article. */
function parsed(reader: Readability<DomElement>): ReturnType<typeof reader.parse> {
  try {
    return reader.parse()
  } catch {
    return null
  }
}

/** Where the page itself says its content is: one main element, or one article; else its body without its furniture. */
export function bodyContent(document: DomDocument): DomElement {
  for (const selector of ['main', '[role="main"]', 'article']) {
    const [only, ...others] = document.querySelectorAll(selector)
    if (only !== undefined && others.length === 0 && (only.textContent ?? '').trim().length >= THIN_CHARS) return only
  }
  const { body } = document
  const furniture = [...body.querySelectorAll(FURNITURE)]
  const withoutIt =
    (body.textContent ?? '').length - furniture.reduce((sum, { textContent }) => sum + (textContent?.length ?? 0), 0)
  if (withoutIt >= THIN_CHARS) for (const element of furniture) element.remove()
  return body
}
