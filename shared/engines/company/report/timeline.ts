import { z } from 'zod'

import type { CompanyFacts } from '../collect-company.ts'

export const TimelineRow = z.object({ date: z.string(), event: z.string(), source_url: z.string() })
export type TimelineRow = z.output<typeof TimelineRow>

const MOST = 30

/** Builds the timeline, newest first; only events that a page or record dates. */
export function timelineOf(facts: CompanyFacts): TimelineRow[] {
  const { company, signals, whois, hiring } = facts
  const rows: TimelineRow[] = signals.flatMap(({ text, date, source_url, kind }) =>
    date === null || kind === 'hiring' ? [] : [{ date, event: text, source_url }],
  )
  if (company.founded !== null)
    rows.push({ date: String(company.founded.value), event: 'founded', source_url: company.founded.source_url })
  if (whois?.created_at && whois.source.url !== null)
    rows.push({ date: whois.created_at, event: 'domain registered', source_url: whois.source.url })
  const [newest] = hiring?.roles.filter((role) => role.posted_at !== null) ?? []
  if (newest?.posted_at)
    rows.push({ date: newest.posted_at, event: `role posted: ${newest.title}`, source_url: newest.url })
  return rows.toSorted((a, b) => b.date.localeCompare(a.date)).slice(0, MOST)
}
