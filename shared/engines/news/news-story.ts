/** One story from one source. */
export type NewsStory = {
  title: string
  url: string
  publisher: string | null
  /** ISO 8601; null when it has no date that can be read. */
  publishedAt: string | null
}

export type NewsWish = { query: string; lang: string; maxAgeHours: number }
