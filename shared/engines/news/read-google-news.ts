import { readFeed } from '#shared/engines/feed/read-feed.ts'
import { oneLine } from '#shared/engines/search/plain-snippet.ts'
import type { UpstreamReply } from '#shared/doors/upstreams.ts'

import type { NewsStory } from './news-story.ts'

/** Reads /rss/search of Google News. Its links are redirects of its own; the publisher stands beside and in the title. */
export function readGoogleNews(reply: UpstreamReply): NewsStory[] {
  const { kind, items } = readFeed(reply.text())
  if (kind !== 'rss') throw new Error('not the feed that was asked for')
  return items
    .filter(({ title, link }) => title !== '' && /^https?:/.test(link))
    .map(({ title, link, publishedAt, source }) => {
      const { headline, publisher } = withoutPublisher(oneLine(title), source === null ? null : oneLine(source.name))
      return { title: headline, url: link, publisher, publishedAt }
    })
}

/** `Acme ships - Reuters` is the headline and its publisher; without a source element the last part is taken for it. */
export function withoutPublisher(title: string, known: string | null): { headline: string; publisher: string | null } {
  if (known !== null) {
    const tail = ` - ${known}`
    const headline = title.endsWith(tail) && title.length > tail.length ? title.slice(0, -tail.length) : title
    return { headline, publisher: known }
  }
  const at = title.lastIndexOf(' - ')
  const publisher = title.slice(at + 3)
  // A publisher is short; a long tail is the second half of the sentence.
  if (at < 10 || publisher.length > 40 || publisher.split(' ').length > 5) return { headline: title, publisher: null }
  return { headline: title.slice(0, at), publisher }
}
