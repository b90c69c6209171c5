import { contentWords } from '#shared/engines/facts/sentences.ts'

import type { CompanyFacts } from '../collect-company.ts'
import type { EmailPart } from '../company-parts.ts'
import { type CompanyRecord, factFields } from '../facts/fact.ts'
import type { Signal } from '../signals/find-signals.ts'
import type { Brief } from './brief-report.ts'
import { readContact } from './read-contact.ts'
import { numberSources } from './sources.ts'

const NEW_DOMAIN_DAYS = 180
const MOST_POINTS = 6

export type Resolved = Pick<Brief, 'resolved_by' | 'ambiguous' | 'candidates'>

/** Nothing is known of the company: its fields are null and say so. */
export const NO_COMPANY: CompanyRecord = {
  name: null,
  legal_name: null,
  domain: null,
  description: null,
  industry: null,
  size_band: null,
  founded: null,
  hq: null,
  countries: null,
  social: null,
  ticker: null,
}

/** A one-page brief from what was gathered. */
export function buildBrief(
  facts: CompanyFacts,
  given: { resolved: Resolved; email: string | undefined; emailPart: EmailPart | null; purpose: string | undefined },
): Brief {
  const { company, signals } = facts
  const missing = factFields.filter((field) => company[field] === null)
  const known = factFields.flatMap((field) => company[field]?.confidence ?? [])
  return {
    ...given.resolved,
    company,
    contact: given.email === undefined ? null : readContact(given.email, given.emailPart),
    signals,
    technologies: facts.tech?.technologies.map(({ name }) => name) ?? [],
    talking_points: talkingPoints(company, signals, given.purpose),
    risks: risksOf(facts),
    confidence:
      known.length === 0 ? 0 : Math.round((known.reduce((sum, one) => sum + one, 0) / known.length) * 100) / 100,
    injection_flags: injectionOf(facts),
    unknowns: [
      ...missing.map((field) => `company.${field}: no page or record says it`),
      ...siteUnknowns(facts),
      ...facts.caller.unknowns(),
    ],
    sources: numberSources(facts),
    steps: [...facts.caller.book.lines],
  }
}

/** What could not be read from the site itself. */
export const siteUnknowns = ({ site, hiring }: CompanyFacts): string[] => [
  ...site.failed.map(({ url, problem }) => `${url}: ${problem}`),
  ...(site.disallowed > 0 ? [`pages: robots.txt asks not to read ${site.disallowed} of them`] : []),
  ...(hiring?.unknowns ?? []),
]

export const injectionOf = ({ site }: Pick<CompanyFacts, 'site'>): Brief['injection_flags'] =>
  site.pages.flatMap(({ url, injection }) => injection.map((flag) => ({ url, ...flag }))).slice(0, 20)

/** Sentences over facts and signals, those that share words with the purpose first. */
export function talkingPoints(
  company: CompanyRecord,
  signals: readonly Signal[],
  purpose: string | undefined,
): Brief['talking_points'] {
  const name = company.name?.value ?? company.domain?.value ?? 'The company'
  const points = [
    ...signals.map((signal) => ({ text: pointOf(name, signal), based_on: [signal.id] })),
    ...(company.description === null
      ? []
      : [
          {
            text: `${name} describes itself: “${company.description.value.slice(0, 200)}”`,
            based_on: [company.description.id],
          },
        ]),
    ...(company.founded === null
      ? []
      : [{ text: `${name} has been around since ${company.founded.value}.`, based_on: [company.founded.id] }]),
    ...(company.size_band === null
      ? []
      : [{ text: `${name} has ${company.size_band.value} people.`, based_on: [company.size_band.id] }]),
    ...(company.hq === null ? [] : [{ text: `${name} is based in ${company.hq.value}.`, based_on: [company.hq.id] }]),
  ]
  const wanted = contentWords(purpose ?? '')
  const fit = (text: string) => [...contentWords(text)].filter((word) => wanted.has(word)).length
  return points
    .map((point, place) => ({ point, place, fit: fit(point.text) }))
    .toSorted((a, b) => b.fit - a.fit || a.place - b.place)
    .slice(0, MOST_POINTS)
    .map(({ point }) => point)
}

function pointOf(name: string, { kind, text, date }: Signal): string {
  const when = date === null ? '' : ` (${date.slice(0, 10)})`
  if (kind === 'hiring') return `${name} has ${text}${when}.`
  if (kind === 'tech') return `${name} ${text}.`
  return `In the news of ${name}${when}: “${text}”`
}

function risksOf({ site, whois, dns, home }: CompanyFacts): Brief['risks'] {
  const found: Brief['risks'] = []
  if (site.parked !== null)
    found.push({ code: 'parked_domain', text: `The domain is parked: “${site.parked}”.`, source_url: home.url })
  if (whois !== null && whois.age_days !== null && whois.age_days < NEW_DOMAIN_DAYS)
    found.push({
      code: 'new_domain',
      text: `The domain was registered ${whois.age_days} days ago.`,
      source_url: whois.source.url,
    })
  if (dns?.mail?.mx_count === 0)
    found.push({
      code: 'no_mail_records',
      text: 'The domain takes no mail: it has no MX record.',
      source_url: dns.source.url,
    })
  const landed = new URL(home.url).hostname.replace(/^www\./, '')
  if (landed !== site.domain && !landed.endsWith(`.${site.domain}`))
    found.push({ code: 'redirects_elsewhere', text: `The domain leads to ${landed}.`, source_url: home.url })
  if (home.url.startsWith('http:'))
    found.push({ code: 'no_https', text: 'The site answers without encryption only.', source_url: home.url })
  return found
}
