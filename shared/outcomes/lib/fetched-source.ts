import { z } from 'zod'

import { parseHttpDate } from '#shared/lib/network/http-date.ts'

import type { EgressAnswer } from '#shared/doors/egress.ts'

/** The URL every outcome that opens one takes. */
export const WebUrl = z.string().min(1).max(2_048).describe('http or https URL on a public address')

/** Where an answer came from: the URL itself, just now. */
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

/** The source of a page whose time is already ISO 8601 text. */
export const pageSource = ({ url, fetchedAt }: { url: string; fetchedAt: string }) => ({
  name: new URL(url).host,
  url,
  fetched_at: fetchedAt,
  cached: false,
  cache_age_s: 0,
  stale: false,
})

/** A date header in ISO 8601; null where it is missing or is no date. */
export function headerDate(headers: EgressAnswer['headers'], name: string): string | null {
  const time = parseHttpDate(String([headers[name] ?? ''].flat()[0]))
  return Number.isNaN(time) ? null : new Date(time).toISOString()
}
