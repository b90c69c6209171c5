import { z } from 'zod'

import { parseHttpDate } from '#shared/lib/network/http-date.ts'

import type { EgressAnswer } from '#shared/doors/egress.ts'

/** The URL field of every outcome that fetches a URL. */
export const WebUrl = z.string().min(1).max(2_048).describe('http or https URL on a public address')

/** The source of an answer that was fetched from a URL just now. */
export const FetchedSource = z.object({
  name: z.string().describe('host that answered'),
  url: z.string().describe('URL that answered, after redirects'),
  fetched_at: z.string().describe('ISO 8601'),
  cached: z.boolean(),
  cache_age_s: z.int(),
  stale: z.boolean().describe('older than it should be: no source could be reached'),
})

export const fetchedSource = ({ url, fetchedAt }: Pick<EgressAnswer, 'url' | 'fetchedAt'>) =>
  pageSource({ url, fetchedAt: fetchedAt.toISOString() })

/** Like `fetchedSource`, for a page whose time is already ISO 8601 text. */
export const pageSource = ({ url, fetchedAt }: { url: string; fetchedAt: string }) => ({
  name: new URL(url).host,
  url,
  fetched_at: fetchedAt,
  cached: false,
  cache_age_s: 0,
  stale: false,
})

/** Returns a date header as ISO 8601; null when it is missing or not a date. */
export function headerDate(headers: EgressAnswer['headers'], name: string): string | null {
  const time = parseHttpDate(String([headers[name] ?? ''].flat()[0]))
  return Number.isNaN(time) ? null : new Date(time).toISOString()
}
