import type { SiteFacts } from '../collect/collect-site.ts'
import type { HtmlFacts, PageFacts } from '#shared/engines/site/page/page-facts.ts'
import { isSameSite } from '#shared/engines/site/same-site.ts'
import type { CheckCode } from './checks.rules.ts'
import { type Hit, pageHit } from './hit.ts'

type ReadPage = PageFacts & { html: HtmlFacts }
/** What is wrong with a page; undefined when nothing is. */
type PageCheck = { code: CheckCode; seen: (page: ReadPage) => string | undefined }

const HREFLANG = /^(?:x-default|[a-z]{2,3}(?:-[a-z]{4})?(?:-(?:[a-z]{2}|\d{3}))?)$/i

const PAGE_CHECKS: readonly PageCheck[] = [
  { code: 'noindex', seen: (page) => (isNoindex(page) ? 'noindex' : undefined) },
  { code: 'title_missing', seen: ({ html }) => ((html.titles[0] ?? '') === '' ? 'no title' : undefined) },
  {
    code: 'title_long',
    seen: ({
      html: {
        titles: [title = ''],
      },
    }) => (title.length > 70 ? `${title.length} characters` : undefined),
  },
  {
    code: 'title_short',
    seen: ({
      html: {
        titles: [title = ''],
      },
    }) => (title !== '' && title.length < 10 ? `"${title}"` : undefined),
  },
  { code: 'description_missing', seen: ({ html }) => ((html.description ?? '') === '' ? 'no description' : undefined) },
  {
    code: 'description_long',
    seen: ({ html }) => ((html.description ?? '').length > 180 ? `${html.description?.length} characters` : undefined),
  },
  { code: 'h1_missing', seen: ({ html }) => (headings(html) === 0 ? 'no h1' : undefined) },
  { code: 'h1_several', seen: ({ html }) => (headings(html) > 1 ? `${headings(html)} h1` : undefined) },
  { code: 'canonical_missing', seen: ({ html }) => (html.canonical === null ? 'no canonical link' : undefined) },
  { code: 'canonical_elsewhere', seen: canonicalElsewhere },
  { code: 'lang_missing', seen: ({ html }) => (html.lang === null ? 'no lang attribute' : undefined) },
  { code: 'hreflang_faulty', seen: ({ html }) => html.hreflang.find(({ lang }) => !HREFLANG.test(lang))?.lang },
  { code: 'viewport_missing', seen: ({ html }) => (html.hasViewport ? undefined : 'no viewport') },
  {
    code: 'alt_missing',
    seen: ({ html: { resources } }) =>
      resources.imagesWithoutAlt > 0 ? `${resources.imagesWithoutAlt} of ${resources.images} images` : undefined,
  },
  { code: 'open_graph_missing', seen: ({ html }) => (html.hasOpenGraph ? undefined : 'no og:title') },
  {
    code: 'structured_data_faulty',
    seen: ({ html }) => (html.structured.invalid > 0 ? `${html.structured.invalid} scripts` : undefined),
  },
]

/** What search engines will find wanting on the pages that were read, page by page. */
export function checkSeoPages({ pages }: Pick<SiteFacts, 'pages'>): Hit[] {
  const read = pages.filter((page): page is ReadPage => page.html !== null && page.status === 200)
  const found = PAGE_CHECKS.map(({ code, seen }) => {
    const hits = read.flatMap((page) => {
      const detail = seen(page)
      return detail === undefined ? [] : [{ url: page.finalUrl, detail: detail.slice(0, 200) }]
    })
    return pageHit(code, hits, read.length)
  })
  const listed = read.filter((page) => !isNoindex(page))
  found.push(
    pageHit(
      'title_duplicate',
      repeated(listed, ({ html }) => html.titles[0] ?? ''),
      read.length,
    ),
  )
  found.push(
    pageHit(
      'description_duplicate',
      repeated(listed, ({ html }) => html.description ?? ''),
      read.length,
    ),
  )
  return found.filter((one) => one !== null)
}

/** Whether a page asks not to be listed, in the page or in the header. */
export function isNoindex({ html, headers }: PageFacts): boolean {
  const said = `${html?.robots ?? ''},${headers['x-robots-tag'] ?? ''}`.toLowerCase()
  return said.split(',').some((word) => /^(?:[\w-]+:)?\s*(?:noindex|none)$/.test(word.trim()))
}

const headings = ({ headings: all }: HtmlFacts) => all.filter(({ level }) => level === 1).length

function canonicalElsewhere({ html, finalUrl }: ReadPage): string | undefined {
  const { canonical } = html
  if (canonical === null) return undefined
  const isUnencrypted = finalUrl.startsWith('https:') && canonical.startsWith('http:')
  return isUnencrypted || !isSameSite(canonical, finalUrl) ? canonical : undefined
}

function repeated(pages: readonly ReadPage[], textOf: (page: ReadPage) => string) {
  const groups = [...Map.groupBy(pages, textOf)].filter(([text, same]) => text !== '' && same.length > 1)
  return groups.flatMap(([text, same]) =>
    same.map(({ finalUrl }) => ({ url: finalUrl, detail: `"${text.slice(0, 100)}"` })),
  )
}
