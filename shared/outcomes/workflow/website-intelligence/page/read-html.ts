import type { ContactPoint, HtmlFacts } from '#shared/engines/site/page/page-facts.ts'
import { PageHead } from './page-head.ts'
import { PageLinks } from '#shared/engines/site/page/page-links.ts'
import { PageResources } from './page-resources.ts'
import { StructuredData } from './structured-data.ts'
import { VisibleText } from './visible-text.ts'
import { walkMarkup } from '#shared/engines/site/page/walk-markup.ts'

/** What is read of one page. */
const MOST_HTML_CHARS = 1_000_000

/**
 * Reads the facts of a page from its HTML in one walk, without a tree. Never throws: what is no HTML gives empty facts,
 * and a page that nests without end is read up to there.
 */
export function readHtml(html: string, pageUrl: string): HtmlFacts {
  const head = new PageHead(pageUrl)
  const links = new PageLinks()
  const resources = new PageResources()
  const structured = new StructuredData()
  const text = new VisibleText()
  let inHead = false
  let hasMain = false
  walkMarkup(html.slice(0, MOST_HTML_CHARS), {
    open(tag, attributes) {
      if (tag === 'head') inHead = true
      if (tag === 'body') inHead = false
      if (tag === 'main' || attributes['role'] === 'main') hasMain = true
      head.open(tag, attributes)
      links.open(tag, attributes, head.base)
      resources.open(tag, attributes, { base: head.base, pageUrl, inHead })
      structured.open(tag, attributes)
      text.open(tag)
    },
    text(piece) {
      head.add(piece)
      links.add(piece)
      structured.add(piece)
      text.add(piece)
    },
    close(tag) {
      if (tag === 'head') inHead = false
      head.close(tag)
      links.close(tag)
      structured.close(tag)
      text.close(tag)
    },
  })

  const found = links.end()
  const [title = ''] = head.titles
  return {
    lang: head.lang,
    titles: head.titles,
    description: head.description,
    canonical: head.canonical,
    robots: head.robots.join(','),
    hasViewport: head.hasViewport,
    metaCsp: head.metaCsp,
    hasOpenGraph: head.hasOpenGraph,
    hreflang: head.hreflang,
    serviceDescription: head.serviceDescription,
    hasMarkdownAlternate: head.hasMarkdownAlternate,
    links: found.links,
    ...resources.end(),
    structured: { types: [...structured.types], invalid: structured.invalid },
    contacts: unique([...found.contacts, ...structured.contacts]),
    hasMain,
    ...text.end(title, head.description ?? ''),
    headings: text.headings,
  }
}

const unique = (contacts: readonly ContactPoint[]): ContactPoint[] => [
  ...new Map(contacts.map((contact) => [`${contact.kind}:${contact.value.toLowerCase()}`, contact])).values(),
]
