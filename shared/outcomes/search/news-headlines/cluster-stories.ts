import { STOP_WORDS } from '#shared/engines/site/page/stop-words.rules.ts'

import type { NewsStory } from '#shared/engines/news/news-story.ts'

/** Titles that share so much of their words tell the same story. */
const ALIKE = 0.6

export type StoryCluster = {
  story: NewsStory & { publishedAt: string }
  /** Other publishers, in the order they reported. */
  alsoReportedBy: string[]
  size: number
}

type Dated = NewsStory & { publishedAt: string }

/**
 * Groups stories by the overlap (Jaccard) of their titles' words; the earliest of a group stands for it. Newest groups
 * first. Stories without a date are left out: nothing says whether they are news.
 */
export function clusterStories(stories: readonly NewsStory[]): StoryCluster[] {
  const dated = stories
    .filter((story): story is Dated => story.publishedAt !== null)
    .toSorted((a, b) => order(a.publishedAt, b.publishedAt) || order(a.url, b.url))
  const clusters: { words: ReadonlySet<string>; members: Dated[] }[] = []
  for (const story of dated) {
    const words = wordsOf(story.title)
    const home = clusters.find(({ words: theirs }) => overlap(words, theirs) >= ALIKE)
    if (home === undefined) clusters.push({ words, members: [story] })
    else home.members.push(story)
  }
  return clusters
    .flatMap(({ members: [story, ...others] }) =>
      story === undefined
        ? []
        : [
            {
              story,
              alsoReportedBy: [
                ...new Set(others.flatMap(({ publisher }) => (publisher === story.publisher ? [] : (publisher ?? [])))),
              ],
              size: others.length + 1,
            },
          ],
    )
    .toSorted((a, b) => order(b.story.publishedAt, a.story.publishedAt) || order(a.story.url, b.story.url))
}

function wordsOf(title: string): ReadonlySet<string> {
  const words = title.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
  const kept = words.filter((word) => !STOP_WORDS.has(word))
  return new Set(kept.length === 0 ? words : kept)
}

function overlap(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  const shared = [...one].filter((word) => other.has(word)).length
  const all = one.size + other.size - shared
  return all === 0 ? 0 : shared / all
}

const order = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)
