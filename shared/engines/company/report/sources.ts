import { z } from 'zod'

import type { CompanyFacts } from '../collect-company.ts'

export const SourceRow = z.object({ n: z.int(), url: z.string(), title: z.string(), fetched_at: z.string() })
export type SourceRow = z.output<typeof SourceRow>

/** Every page and record that an answer rests on, each once, the company's own first. */
export function numberSources(
  facts: Pick<CompanyFacts, 'site' | 'news' | 'whois' | 'dns' | 'tech' | 'hiring' | 'recordSources' | 'signals'>,
): SourceRow[] {
  const { site, news, whois, dns, tech, hiring, recordSources, signals } = facts
  const at = site.pages[0]?.fetchedAt ?? ''
  const own = site.pages.map(({ url, title, fetchedAt }) => ({ url, title, fetched_at: fetchedAt }))
  const lines = [news?.source, whois?.source, dns?.source, tech?.source, hiring?.source, ...recordSources].flatMap(
    (line) =>
      line?.url === undefined || line.url === null
        ? []
        : [{ url: line.url, title: line.name, fetched_at: line.fetched_at }],
  )
  const told = signals.map(({ source_url: url, text }) => ({
    url,
    title: text,
    fetched_at: news?.source.fetched_at ?? at,
  }))
  const once = new Map<string, Omit<SourceRow, 'n'>>()
  for (const row of [...own, ...lines, ...told]) if (!once.has(row.url)) once.set(row.url, row)
  return [...once.values()].map((row, place) => ({ n: place + 1, ...row }))
}
