import { z } from 'zod'

import { canonicalUrl, domainOf } from '#shared/engines/search/canonical-url.ts'
import { oneLine } from '#shared/engines/search/plain-snippet.ts'
import { UpstreamError, type UpstreamReply } from '#shared/doors/upstreams.ts'

import type { NewsStory } from './news-story.ts'

const Article = z.object({ url: z.string(), title: z.string(), seendate: z.string().nullish() })
/** Any other answer without articles, such as an error, is invalid. */
const Answer = z.union([
  z.object({ articles: z.array(Article).nullable() }),
  z.strictObject({}).transform(() => ({ articles: null })),
])

/**
 * Reads the DOC 2.0 API of GDELT in mode artlist. It answers `{}` for nothing, and says what it minds in a plain sentence
 * with status 200. Its date is when it saw the article.
 */
export function readGdelt(reply: UpstreamReply): NewsStory[] {
  const text = reply.text().trim()
  if (!text.startsWith('{')) {
    const isLimit = /limit requests|one every \d+ seconds/i.test(text)
    throw new UpstreamError(isLimit ? 'rate_limited' : 'bad_response', 'it answered with a sentence instead of data', {
      retryAfterMs: isLimit ? 6_500 : undefined,
    })
  }
  const { articles } = Answer.parse(reply.json())
  return (articles ?? []).flatMap(({ url: link, title, seendate }) => {
    const url = canonicalUrl(link)
    if (url === null || title.trim() === '') return []
    return [{ title: oneLine(title), url, publisher: domainOf(url), publishedAt: seenAt(seendate) }]
  })
}

/** `20260709T120000Z` */
function seenAt(text: string | null | undefined): string | null {
  const found = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(text ?? '')
  if (found === null) return null
  const [, year, month, day, hour, minute, second] = found
  const at = new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`)
  return Number.isNaN(at.getTime()) ? null : at.toISOString()
}
