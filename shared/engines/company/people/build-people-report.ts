import { type CompanySite, pagesOf } from '../crawl/company-site.ts'
import { emailPatternOf } from './email-pattern.ts'
import { findPeople, type Person } from './find-people.ts'

/** Whom the company names, filtered by the caller's words. */
export function buildPeopleReport(
  site: CompanySite,
  { roles, limit }: { roles?: readonly string[] | undefined; limit: number },
) {
  const found = findPeople(site.pages)
  const people = found.filter(
    (person) => roles === undefined || roles.length === 0 || roles.some((role) => fits(person, role)),
  )
  const emails = [
    ...new Set(
      site.pages.flatMap(({ contacts }) => contacts.filter(({ kind }) => kind === 'email').map(({ value }) => value)),
    ),
  ]
  const shown = people.slice(0, limit)
  return {
    people: shown,
    count: shown.length,
    found: found.length,
    email_pattern: emailPatternOf(found, emails, site.domain),
    unknowns: unknownsOf(site, found),
  }
}

/** The acronym of a chief officer and its long form are the same word. */
const LONG: Readonly<Record<string, RegExp>> = {
  ceo: /chief executive|geschäftsführ/i,
  cto: /chief technology|chief technical/i,
  cfo: /chief financial/i,
  coo: /chief operating/i,
  cmo: /chief marketing/i,
  cpo: /chief product/i,
  ciso: /chief information security/i,
}

function fits({ title, seniority, function: area }: Person, role: string): boolean {
  const word = role.trim().toLowerCase()
  const long = Object.hasOwn(LONG, word) ? LONG[word] : undefined
  return (
    title.toLowerCase().includes(word) ||
    seniority.includes(word.replaceAll(/[\s-]+/g, '_')) ||
    area.includes(word.replaceAll(/[\s-]+/g, '_')) ||
    long?.test(title) === true
  )
}

function unknownsOf(site: CompanySite, found: readonly Person[]): string[] {
  const failed = site.failed.filter(({ kind }) => kind === 'team' || kind === 'about')
  return [
    ...(site.parked === null ? [] : [`site: the domain is parked (${site.parked})`]),
    ...failed.map(({ url, problem }) => `${url}: ${problem}`),
    ...(pagesOf(site, 'team').length === 0 && failed.length === 0 ? ['team: no team page was found'] : []),
    ...(found.length === 0 ? ['people: no page names somebody together with a title'] : []),
    ...(site.disallowed > 0 ? [`pages: robots.txt asks not to read ${site.disallowed} of them`] : []),
    'filings: officers named in SEC filings are not read here',
  ]
}
