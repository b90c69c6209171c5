import { newsSources } from '#shared/engines/news/news-sources.ts'
import { askPart, type Asking, type Part } from '#shared/engines/sources/part.ts'
import type { NewsStory } from '#shared/engines/news/news-story.ts'
import { scoreHeadline } from './score-headline.ts'

const ASK_MS = 5_000

export type HeadlineSentiment = { score: number; positive: number; negative: number; neutral: number; n: number }

export type Evidence = {
  title: string
  url: string
  published_at: string | null
  score: number
  matched_terms: string[]
}

/** The latest headlines about a coin and what their words say. No headline at all is no sentiment. */
export async function readHeadlines(
  name: string,
  windowHours: number,
  most: number,
  asking: Asking & { now: () => Date },
): Promise<{ part: Part<NewsStory[]>; score: HeadlineSentiment | null; evidence: Evidence[] }> {
  const wish = { query: `"${name.replaceAll('"', '')}" crypto`, lang: 'en', maxAgeHours: windowHours }
  const part = await askPart(asking, newsSources(wish), ASK_MS)
  const since = asking.now().getTime() - windowHours * 3_600_000
  const evidence = distinct(part.value ?? [])
    .filter(({ publishedAt }) => publishedAt === null || Date.parse(publishedAt) >= since)
    .slice(0, most)
    .map(({ title, url, publishedAt }) => {
      const { score, matched } = scoreHeadline(title)
      return { title, url, published_at: publishedAt, score: round(score), matched_terms: matched }
    })
  return { part, score: evidence.length === 0 ? null : summary(evidence), evidence }
}

const distinct = (stories: readonly NewsStory[]) => [
  ...new Map(stories.map((story) => [story.title.toLowerCase(), story])).values(),
]

function summary(evidence: readonly Evidence[]): HeadlineSentiment {
  return {
    score: round(evidence.reduce((sum, { score }) => sum + score, 0) / evidence.length),
    positive: evidence.filter(({ score }) => score > 0).length,
    negative: evidence.filter(({ score }) => score < 0).length,
    neutral: evidence.filter(({ score }) => score === 0).length,
    n: evidence.length,
  }
}

const round = (value: number) => Math.round(value * 10_000) / 10_000
