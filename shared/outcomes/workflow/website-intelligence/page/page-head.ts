import { absoluteUrl } from '#shared/engines/site/same-site.ts'
import { oneLine } from '#shared/engines/site/one-line.ts'

const MOST_TITLES = 3
const MOST_HREFLANG = 60

type Attributes = Readonly<Record<string, string>>

/** Gathers what a page says of itself in its head, wherever in the page that stands. */
export class PageHead {
  readonly titles: string[] = []
  readonly hreflang: { lang: string; url: string }[] = []
  lang: string | null = null
  base: string
  description: string | null = null
  canonical: string | null = null
  robots: string[] = []
  hasViewport = false
  hasOpenGraph = false
  metaCsp: string | null = null
  serviceDescription: string | null = null
  hasMarkdownAlternate = false
  #title: string | null = null
  #drawings = 0

  constructor(pageUrl: string) {
    this.base = pageUrl
  }

  open(tag: string, attributes: Attributes): void {
    if (tag === 'svg') this.#drawings += 1
    if (tag === 'html') this.lang = oneLine(attributes['lang'] ?? '', 35) || null
    if (tag === 'base') this.base = absoluteUrl(attributes['href'] ?? '', this.base) ?? this.base
    // A drawing's title is its tool tip.
    if (tag === 'title' && this.#drawings === 0) this.#title = ''
    if (tag === 'meta') this.#meta(attributes)
    if (tag === 'link') this.#link(attributes)
  }

  add(text: string): void {
    if (this.#title !== null && this.#title.length < 4_000) this.#title += text
  }

  close(tag: string): void {
    if (tag === 'svg') this.#drawings = Math.max(0, this.#drawings - 1)
    if (tag !== 'title' || this.#title === null) return
    if (this.titles.length < MOST_TITLES) this.titles.push(oneLine(this.#title, 500))
    this.#title = null
  }

  #meta(attributes: Attributes): void {
    const name = (attributes['name'] ?? attributes['property'] ?? '').toLowerCase()
    const content = attributes['content'] ?? ''
    if (name === 'description') this.description ??= oneLine(content, 1_000)
    if (name === 'robots' && this.robots.length < 5) this.robots.push(oneLine(content, 200).toLowerCase())
    if (name === 'viewport') this.hasViewport = true
    if (name === 'og:title' || name === 'og:image') this.hasOpenGraph = true
    if (attributes['http-equiv']?.toLowerCase() === 'content-security-policy') this.metaCsp = oneLine(content, 4_000)
  }

  #link(attributes: Attributes): void {
    const rel = (attributes['rel'] ?? '').toLowerCase().split(/\s+/)
    const url = absoluteUrl(attributes['href'] ?? '', this.base)
    if (url === null || (attributes['href'] ?? '') === '') return
    if (rel.includes('canonical')) this.canonical ??= url
    if (rel.includes('service-desc')) this.serviceDescription ??= url
    if (!rel.includes('alternate')) return
    if (/markdown/i.test(attributes['type'] ?? '')) this.hasMarkdownAlternate = true
    const lang = attributes['hreflang']
    if (lang !== undefined && this.hreflang.length < MOST_HREFLANG) this.hreflang.push({ lang: oneLine(lang, 35), url })
  }
}
