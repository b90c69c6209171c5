import { readFeed } from '#shared/engines/feed/read-feed.ts'
import { canonicalUrl } from '#shared/engines/search/canonical-url.ts'
import { oneLine } from '#shared/engines/search/plain-snippet.ts'
import type { UpstreamReply } from '#shared/doors/upstreams.ts'

import type { NewsStory } from './news-story.ts'

/** Reads /news/search?format=rss of Bing. The story's own URL is a parameter of the link; the publisher is News:Source. */
export function readBingNews(reply: UpstreamReply): NewsStory[] {
  const { kind, items } = readFeed(reply.text())
  if (kind !== 'rss') throw new Error('not the feed that was asked for')
  return items.flatMap(({ title, link, publishedAt, source }) => {
    const url = canonicalUrl(link)
    if (title === '' || url === null) return []
    return [{ title: oneLine(title), url, publisher: source === null ? null : oneLine(source.name), publishedAt }]
  })
}
