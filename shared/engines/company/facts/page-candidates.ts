import { type CompanySite, pagesOf, type SitePage } from '../crawl/company-site.ts'
import type { JsonNode } from '../page/company-page.ts'
import { textOf, typesOf } from '../page/json-ld.ts'
import { titleLikeness } from '../resolve/name-match.ts'
import type { Candidate, FactField } from './fact.ts'
import { COPYRIGHT, EMPLOYEES_TEXT, FOUNDED_TEXT, HQ_TEXT, LEGAL_NAME, SIZE_BANDS } from './fact-words.rules.ts'

const ORGANIZATION = /(?:Organization|Corporation|LocalBusiness)$/
const MOST_SOCIAL = 12

/** Candidates from a company's own pages: structured data, head, and sentences. */
export function pageCandidates(site: CompanySite): Candidate[] {
  const [home] = site.pages
  if (home === undefined) return []
  const found = [...site.pages.flatMap((page) => fromNodes(page, site.domain)), ...fromHead(home, site.domain)]
  for (const page of pagesOf(site, 'about', 'home', 'careers', 'press', 'contact')) found.push(...fromText(page))
  for (const page of pagesOf(site, 'legal', 'contact', 'home', 'about')) found.push(...legalNames(page))
  const social = site.pages.flatMap((page) =>
    page.contacts.filter(({ kind }) => kind === 'social').map(({ value }) => ({ value, page })),
  )
  const [first] = social
  if (first !== undefined) {
    const value = [...new Set(social.map((one) => one.value))].slice(0, MOST_SOCIAL)
    found.push({
      field: 'social',
      value,
      sourceUrl: first.page.url,
      path: 'links',
      observedAt: first.page.fetchedAt,
      confidence: 0.9,
    })
  }
  found.push({
    field: 'domain',
    value: site.domain,
    sourceUrl: home.url,
    path: 'address of the start page',
    observedAt: home.fetchedAt,
    confidence: 0.99,
  })
  return found
}

/** The nodes about the company itself: others' have another address. */
function fromNodes(page: SitePage, domain: string): Candidate[] {
  const own = page.nodes.filter((node) => typesOf(node).some((type) => ORGANIZATION.test(type)) && isOwn(node, domain))
  return own.flatMap((node) => {
    const path = (member: string) => `JSON-LD ${typesOf(node)[0] ?? 'Organization'}.${member}`
    const say = (field: FactField, member: string, value: Candidate['value'] | null, confidence: number): Candidate[] =>
      value === null || value === ''
        ? []
        : [{ field, value, sourceUrl: page.url, path: path(member), observedAt: page.fetchedAt, confidence }]
    const { address } = node
    const year = /^(?:1[5-9]|20)\d{2}/.exec(textOf(node['foundingDate']) ?? '')?.[0]
    const people = Number(textOf(node['numberOfEmployees']))
    return [
      ...say('name', 'name', textOf(node['name']), 0.95),
      ...say('legal_name', 'legalName', textOf(node['legalName']), 0.95),
      ...say('description', 'description', textOf(node['description']), 0.8),
      ...say('industry', 'industry', textOf(node['industry']), 0.85),
      ...say('founded', 'foundingDate', year === undefined ? null : Number(year), 0.95),
      ...say('size_band', 'numberOfEmployees', people > 0 ? bandOf(people) : null, 0.9),
      ...say('hq', 'address', placeOf(address), 0.9),
      ...say('countries', 'address.addressCountry', countriesOf(address), 0.85),
    ]
  })
}

function isOwn(node: JsonNode, domain: string): boolean {
  const url = textOf(node['url'])
  const host = url === null ? null : (URL.parse(url)?.hostname.replace(/^www\./, '') ?? null)
  return host === null || host === domain || host.endsWith(`.${domain}`) || domain.endsWith(`.${host}`)
}

function placeOf(address: unknown): string | null {
  const [first]: unknown[] = Array.isArray(address) ? address : [address]
  if (typeof first !== 'object' || first === null) return textOf(first)
  // Safe: members are looked at one by one.
  const { addressLocality, addressRegion, addressCountry } = first as Record<string, unknown>
  return [addressLocality, addressRegion, addressCountry].flatMap((part) => textOf(part) ?? []).join(', ') || null
}

function countriesOf(address: unknown): string[] | null {
  const found = [address]
    .flat()
    .flatMap((one) =>
      typeof one === 'object' && one !== null && 'addressCountry' in one ? (textOf(one.addressCountry) ?? []) : [],
    )
  return found.length === 0 ? null : [...new Set(found)]
}

export const bandOf = (people: number): string => SIZE_BANDS.find(([most]) => people <= most)?.[1] ?? '10001+'

function fromHead(home: SitePage, domain: string): Candidate[] {
  const of = { sourceUrl: home.url, observedAt: home.fetchedAt }
  const parts = home.title.split(/\s[|–—·:-]\s|[|–—·]/).map((part) => part.trim())
  const named = parts.filter((part) => part !== '' && part.length < 60 && titleLikeness(part, '', domain) >= 0.6)
  return [
    ...(home.siteName === null
      ? []
      : [{ ...of, field: 'name' as const, value: home.siteName, path: 'og:site_name', confidence: 0.85 }]),
    ...named.slice(0, 1).map((value) => ({ ...of, field: 'name' as const, value, quote: home.title, confidence: 0.7 })),
    ...(home.description === null
      ? []
      : [
          { ...of, field: 'description' as const, value: home.description, path: 'meta description', confidence: 0.85 },
        ]),
  ]
}

function fromText(page: SitePage): Candidate[] {
  const of = { sourceUrl: page.url, observedAt: page.fetchedAt }
  const found: Candidate[] = []
  const say = (field: FactField, patterns: readonly RegExp[], read: (text: string) => string | number | null) => {
    for (const { text } of page.blocks) {
      const match = patterns.map((pattern) => pattern.exec(text)).find((hit) => hit !== null)
      const value = match === undefined || match === null ? null : read(match[1] ?? '')
      if (value === null) continue
      found.push({ ...of, field, value, quote: text, confidence: page.kind === 'about' ? 0.75 : 0.65 })
      return
    }
  }
  say('founded', FOUNDED_TEXT, Number)
  say('hq', HQ_TEXT, (text) => text.replace(/[.,\s]+$/, ''))
  say('size_band', EMPLOYEES_TEXT, (text) => {
    const people = Number(text.replaceAll(/[.,]/g, ''))
    return people >= 2 && people < 3_000_000 ? bandOf(people) : null
  })
  return found
}

function legalNames(page: SitePage): Candidate[] {
  const of = { sourceUrl: page.url, observedAt: page.fetchedAt }
  const isLegal = page.kind === 'legal'
  for (const { text } of page.blocks) {
    const said = COPYRIGHT.exec(text)?.[1] ?? (isLegal ? text : null)
    const name = said === null ? undefined : LEGAL_NAME.exec(said)?.[1]
    if (name !== undefined)
      return [{ ...of, field: 'legal_name', value: name.trim(), quote: text, confidence: isLegal ? 0.85 : 0.75 }]
  }
  return []
}
