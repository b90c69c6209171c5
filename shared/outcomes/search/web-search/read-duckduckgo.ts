import { walkMarkup } from '#shared/engines/site/page/walk-markup.ts'
import { UpstreamError, type UpstreamReply } from '#shared/doors/upstreams.ts'

import { oneLine } from '#shared/engines/search/plain-snippet.ts'
import type { SearchHit, SearchReading } from './search-hit.ts'

/** What the page says when it takes us for a robot, whatever its status. */
const CHALLENGE = /\bid="?challenge-form|\banomaly-modal|\banomaly\.js|\bg-recaptcha|\bh-captcha/i
const BACK_OFF_MS = 60_000

/**
 * Reads the page of html.duckduckgo.com/html/. It has no contract, so a page with neither results nor the words for "none"
 * is no answer; a captcha is a rate limit.
 */
export function readDuckduckgo(reply: UpstreamReply): SearchReading {
  const html = reply.text()
  if (reply.status === 202 || CHALLENGE.test(html)) {
    throw new UpstreamError('rate_limited', 'it asks whether we are a robot', { retryAfterMs: BACK_OFF_MS })
  }
  const page = new ResultPage()
  walkMarkup(html, page)
  if (page.hits.length === 0 && !page.saysNone) throw new UpstreamError('bad_response', 'its page has no results')
  return { hits: page.hits }
}

/** `a.result__a` is a hit's title and link, `.result__snippet` its text; `.result--ad` is bought. */
class ResultPage {
  readonly hits: SearchHit[] = []
  saysNone = false
  #isAd = false
  #hit: SearchHit | null = null
  #reading: { field: 'title' | 'snippet'; tag: string; depth: number; text: string } | null = null

  readonly open = (tag: string, attributes: Readonly<Record<string, string>>) => {
    const classes = new Set((attributes['class'] ?? '').split(/\s+/))
    if (classes.has('no-results') || classes.has('result--no-result')) this.saysNone = true
    if (classes.has('result')) this.#isAd = classes.has('result--ad')
    if (this.#reading !== null && tag === this.#reading.tag) this.#reading.depth += 1
    if (this.#isAd) return
    if (tag === 'a' && classes.has('result__a')) {
      this.#hit = { url: absolute(attributes['href'] ?? ''), title: '', snippet: '', publishedAt: null }
      this.#reading = { field: 'title', tag, depth: 1, text: '' }
      if (!AD.test(this.#hit.url)) this.hits.push(this.#hit)
    } else if (classes.has('result__snippet') && this.#hit !== null) {
      this.#reading = { field: 'snippet', tag, depth: 1, text: '' }
    }
  }

  readonly text = (piece: string) => {
    if (this.#reading !== null && this.#reading.text.length < LONGEST) this.#reading.text += piece
  }

  readonly close = (tag: string) => {
    const reading = this.#reading
    if (reading === null || tag !== reading.tag) return
    reading.depth -= 1
    if (reading.depth > 0) return
    if (this.#hit !== null) this.#hit[reading.field] = oneLine(reading.text)
    this.#reading = null
  }
}

const LONGEST = 4_000
const AD = /\/\/duckduckgo\.com\/y\.js/

/** Links of the page are without a scheme, and wrapped (canonical-url.ts unwraps them). */
const absolute = (href: string) => (href.startsWith('//') ? `https:${href}` : href)
