import type { z } from 'zod'

import type { CompanyFacts } from '#shared/engines/company/collect-company.ts'
import { factFields } from '#shared/engines/company/facts/fact.ts'
import type { LeadBriefPlus } from '#shared/engines/company/lead-brief-plus.ts'
import type { SourceRow } from '#shared/engines/company/report/sources.ts'
import type { citationCheckShape } from './research-report.ts'

/** One sentence of a dossier: what it says, the page it is from, and that page's own words where there are some. */
type Sentence = { section: string; text: string; url: string; quote: string | null }

const SECTIONS = [
  'Company',
  'What goes on',
  'People',
  'Hiring',
  'Technology',
  'Competitors',
  'Website',
  'Risks',
] as const
const MOST_PEOPLE = 8
const MOST_SIGNALS = 8

const NAMES: Readonly<Record<string, (value: string) => string>> = {
  name: (value) => `The company calls itself ${value}.`,
  legal_name: (value) => `Its legal name is ${value}.`,
  domain: (value) => `Its site is ${value}.`,
  description: (value) => `It describes itself: “${value}”`,
  industry: (value) => `Its industry is ${value}.`,
  size_band: (value) => `It has ${value} people.`,
  founded: (value) => `It was founded in ${value}.`,
  hq: (value) => `It is based in ${value}.`,
  countries: (value) => `It is present in ${value}.`,
  social: (value) => `Its profiles: ${value}.`,
  ticker: (value) => `Its shares trade as ${value}.`,
}

/** A readable dossier, a citation behind every sentence, and how many of the quoted words stand on their pages. */
export function writeDossier(
  plus: LeadBriefPlus,
  facts: CompanyFacts,
): { markdown: string; sources: SourceRow[]; check: z.output<typeof citationCheckShape> } {
  const sentences = sentencesOf(plus, facts)
  const sources = [...plus.sources]
  const numberOf = (url: string) => {
    const known = sources.find((row) => row.url === url)
    if (known !== undefined) return known.n
    const row = { n: sources.length + 1, url, title: url, fetched_at: facts.home.fetchedAt }
    sources.push(row)
    return row.n
  }
  const lines = [`# ${oneLine(facts.name)}`]
  let cited = 0
  for (const section of SECTIONS) {
    const own = sentences.filter((sentence) => sentence.section === section)
    if (own.length === 0) continue
    lines.push('', `## ${section}`, '')
    for (const { text, url } of own) {
      lines.push(`- ${oneLine(text)} [${numberOf(url)}]`)
      cited += 1
    }
  }
  lines.push('', '## Sources', '', ...sources.map(({ n, url, title }) => `[${n}] ${oneLine(title)} — ${url}`))
  const quoted = sentences.filter(({ quote }) => quote !== null)
  const verified = quoted.filter(({ quote, url }) => stands(quote ?? '', url, facts)).length
  return {
    markdown: lines.join('\n'),
    sources,
    check: { sentences: sentences.length, cited, quotes: quoted.length, verified_quotes: verified },
  }
}

/** Foreign words stay on their line and open nothing. */
const oneLine = (text: string) =>
  text
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/[<>[\]`]/g, ' ')
    .trim()

function sentencesOf(plus: LeadBriefPlus, facts: CompanyFacts): Sentence[] {
  const { company } = plus.brief
  const found: Sentence[] = []
  const say = (
    section: (typeof SECTIONS)[number],
    text: string,
    url: string | null | undefined,
    quote: string | null = null,
  ) => {
    if (url !== null && url !== undefined) found.push({ section, text, url, quote })
  }
  for (const field of factFields) {
    const fact = company[field]
    const sentence = NAMES[field]
    if (fact !== null && sentence !== undefined)
      say(
        'Company',
        sentence(String(Array.isArray(fact.value) ? fact.value.join(', ') : fact.value)),
        fact.source_url,
        fact.quote,
      )
  }
  for (const { text, date, source_url: url } of plus.brief.signals.slice(0, MOST_SIGNALS))
    say('What goes on', `${date === null ? '' : `${date.slice(0, 10)}: `}${text}.`, url)
  for (const { name, title, source_url: url, quote } of plus.people.slice(0, MOST_PEOPLE))
    say('People', `${name}, ${title}.`, url, quote)
  const hiringUrl = facts.hiring?.boardUrl
  if (plus.hiring !== null && plus.hiring.open_roles !== null && hiringUrl !== null)
    say('Hiring', `${plus.hiring.open_roles} roles are open.`, hiringUrl)
  for (const { message, evidence } of plus.hiring?.signals ?? []) say('Hiring', message, evidence[0])
  if (plus.brief.technologies.length > 0)
    say('Technology', `Its site uses ${plus.brief.technologies.slice(0, 12).join(', ')}.`, facts.tech?.url)
  for (const { name, domain, why, source_url: url } of plus.competitors)
    say('Competitors', `${name} (${domain}): ${why}.`, url)
  if (facts.headers !== null)
    say('Website', `Its security headers are graded ${facts.headers.security.grade}.`, facts.headers.final_url)
  for (const { text, source_url: url } of plus.brief.risks) say('Risks', text, url)
  return found
}

/** Whether words stand on the page they are said to be from, in their own spelling but for spaces. */
function stands(quote: string, url: string, { site }: CompanyFacts): boolean {
  const page = site.pages.find((one) => one.url === url)
  if (page === undefined) return false
  const plain = (text: string) => text.replaceAll(/\s+/g, ' ').toLowerCase()
  const text = plain(
    [page.title, page.description ?? '', ...page.blocks.map((block) => block.text), JSON.stringify(page.nodes)].join(
      ' ',
    ),
  )
  return quote
    .replace(/^JSON-LD [\w.]+: /, '')
    .split(/ · |, (?=[A-Z])/)
    .every((piece) => text.includes(plain(piece).replace(/…$/, '')))
}
