import type { NewsPart, TechPart } from '../company-parts.ts'
import { type CompanySite, pagesOf, type SitePage } from '../crawl/company-site.ts'
import type { Hiring } from '../jobs/find-jobs.ts'
import { dateOf } from '../jobs/site-jobs.ts'
import { textOf, typesOf } from '../page/json-ld.ts'
import { plainName } from '../resolve/name-match.ts'
import { headlineRules, type SignalKind, TELLING_TECH } from './signal.rules.ts'

/** An event at a company, with the URL that reports it. */
export type Signal = { id: string; kind: SignalKind; text: string; date: string | null; source_url: string }

const MOST_NEWS = 8
const MOST_HEADINGS = 6
const MOST_TECH = 3

/**
 * Finds signals of a company: news that name it, headings of its own press and blog pages, open roles, relevant
 * technology.
 */
export function findSignals(given: {
  name: string
  site: CompanySite
  news: NewsPart | null
  hiring: Hiring | null
  tech: TechPart | null
}): Signal[] {
  const { name, site, news, hiring, tech } = given
  const found: Omit<Signal, 'id'>[] = [
    ...newsAbout(name, news).slice(0, MOST_NEWS),
    ...pagesOf(site, 'press', 'blog', 'changelog').flatMap(ownHeadlines).slice(0, MOST_HEADINGS),
  ]
  if (hiring !== null && (hiring.openRoles ?? 0) > 0 && hiring.boardUrl !== null) {
    const areas = [...new Set(hiring.roles.map((role) => role.function))].slice(0, 3).join(', ')
    const date = hiring.roles[0]?.posted_at ?? null
    found.push({ kind: 'hiring', text: `${hiring.openRoles} open roles (${areas})`, date, source_url: hiring.boardUrl })
  }
  for (const one of tech?.technologies
    .filter(({ categories }) => categories.some((category) => TELLING_TECH.test(category)))
    .slice(0, MOST_TECH) ?? []) {
    found.push({
      kind: 'tech',
      text: `uses ${one.name} (${one.categories[0] ?? ''})`,
      date: null,
      source_url: tech?.url ?? site.homeUrl,
    })
  }
  const once = new Map(found.map((signal) => [`${signal.kind} ${signal.text.toLowerCase()}`, signal]))
  return [...once.values()]
    .toSorted((a, b) => (b.date ?? '').localeCompare(a.date ?? ''))
    .map((signal, place) => ({ id: `s${place + 1}`, ...signal }))
}

/** Headlines that name the company: a search for "Acme" finds much else. */
export function newsAbout(name: string, news: NewsPart | null): Omit<Signal, 'id'>[] {
  const plain = plainName(name)
  if (plain === '') return []
  return (news?.headlines ?? [])
    .filter(({ title }) => ` ${plainName(title)} `.includes(` ${plain} `))
    .map(({ title, url, published_at: date }) => ({
      kind: kindOf(title) ?? 'news',
      text: title.slice(0, 240),
      date,
      source_url: url,
    }))
}

export const kindOf = (headline: string): SignalKind | null =>
  headlineRules.find(({ pattern }) => pattern.test(headline))?.kind ?? null

/**
 * Announcements on a company's own page: articles in JSON-LD with their date, else headings that announce something.
 */
function ownHeadlines(page: SitePage): Omit<Signal, 'id'>[] {
  const articles = page.nodes.filter((node) => typesOf(node).some((type) => /Article|BlogPosting$/.test(type)))
  const said = articles.flatMap((node) => {
    const text = textOf(node['headline']) ?? textOf(node['name'])
    const url = textOf(node['url'])
    const kind = text === null ? null : kindOf(text)
    if (text === null || kind === null) return []
    const source_url = (url === null ? null : URL.parse(url, page.url)?.href) ?? page.url
    return [{ kind, text: text.slice(0, 240), date: dateOf(textOf(node['datePublished'])), source_url }]
  })
  if (said.length > 0) return said
  return page.blocks.flatMap(({ level, text }) => {
    const kind = level > 1 && text.length > 15 ? kindOf(text) : null
    return kind === null ? [] : [{ kind, text: text.slice(0, 240), date: null, source_url: page.url }]
  })
}
