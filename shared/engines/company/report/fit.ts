import { z } from 'zod'

import { contentWords } from '#shared/engines/facts/sentences.ts'

import type { CompanyFacts } from '../collect-company.ts'

export const FitShape = z
  .object({
    score: z.int().min(0).max(100),
    reasons: z.array(z.object({ text: z.string(), source_url: z.string() })),
    disqualifiers: z.array(z.string()),
  })
  .nullable()
export type Fit = NonNullable<z.output<typeof FitShape>>

const MOST_REASONS = 6

/**
 * Scores how well a company fits a purpose, by the share of the purpose's words that its own pages, roles and
 * technology use. Anything that speaks against the company is a disqualifier, not part of the score.
 */
export function fitOf(facts: CompanyFacts, purpose: string | undefined): Fit | null {
  const words = [...contentWords(purpose ?? '')].filter((word) => word.length > 2)
  if (words.length === 0) return null
  const { site, hiring, tech, whois } = facts
  const places = [
    ...site.pages.flatMap((page) =>
      [page.title, page.description ?? '', ...page.blocks.map(({ text }) => text)].map((text) => ({
        text,
        url: page.url,
        weight: 1,
      })),
    ),
    ...(hiring?.roles ?? []).map(({ title, url }) => ({ text: `open role: ${title}`, url, weight: 1 })),
    ...(tech?.technologies ?? []).map(({ name, categories }) => ({
      text: `uses ${name} (${categories.join(', ')})`,
      url: tech?.url ?? site.homeUrl,
      weight: 1,
    })),
  ]
  const hits = new Map<string, { text: string; url: string }>()
  for (const { text, url } of places) {
    const own = contentWords(text)
    for (const word of words) if (own.has(word) && !hits.has(word)) hits.set(word, { text, url })
  }
  const disqualifiers = [
    ...(site.parked === null ? [] : ['the domain is parked']),
    ...(whois !== null && whois.age_days !== null && whois.age_days < 30 ? ['the domain is younger than a month'] : []),
  ]
  const score = disqualifiers.length > 0 ? 0 : Math.round((100 * hits.size) / words.length)
  const reasons = [...hits]
    .slice(0, MOST_REASONS)
    .map(([word, { text, url }]) => ({ text: `“${word}”: ${text.slice(0, 160)}`, source_url: url }))
  return { score, reasons, disqualifiers }
}
