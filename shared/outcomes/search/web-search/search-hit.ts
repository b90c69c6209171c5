/** What is searched for, by any engine. */
export type SearchWish = {
  query: string
  /** Results wanted at least. */
  limit: number
  freshness: 'any' | 'day' | 'week' | 'month' | 'year'
  /** Two-letter country, lower case. */
  region: string
  /** Adult results are not wanted. */
  safe: boolean
}

/** One hit of one engine, in its order. `snippet` and `title` are plain text. */
export type SearchHit = { url: string; title: string; snippet: string; publishedAt: string | null }

/** What an engine answered. */
export type SearchReading = { hits: SearchHit[] }
