import { fetchLlmsTxt, fetchSecurityTxt } from '#shared/engines/site/collect/fetch-files.ts'
import { fetchSitemap } from '#shared/engines/site/collect/fetch-sitemap.ts'
import { askPart, type Part } from '#shared/engines/sources/part.ts'
import type { OutcomeContext } from '#shared/doors/context.ts'

import type { CompanyWish } from './collect-company.ts'
import { HeadersPart, NewsPart, TechPart } from './company-parts.ts'
import { type Discovered, discoverCompetitors } from './competitors/discover-competitors.ts'
import type { SitePage } from './crawl/company-site.ts'
import { gleifQuestion, type LegalEntity } from './knowledge/gleif.ts'
import { askWikidata, type WikidataCompany } from './knowledge/wikidata.ts'
import type { PartCaller } from './part-caller.ts'

const NEWS_HOURS = 720

/** Facts read concurrently with the crawl, once the start page has identified the company. */
export type Beside = {
  news: NewsPart | null
  tech: TechPart | null
  headers: HeadersPart | null
  records: { wikidata: Part<WikidataCompany>; gleif: Part<LegalEntity[]> } | null
  competitors: Discovered | null
  llmsTxt: boolean | null
  /** URL of security.txt; null when there is none or it is unknown. */
  securityTxt: string | null
  /** Number of entries; null when there is no sitemap or it is unknown. */
  sitemapUrls: number | null
}

type Given = { wish: CompanyWish; home: SitePage; name: string; caller: PartCaller; doors: OutcomeContext }

/** Concurrently asks everything that needs only the start page. */
export async function readBeside({ wish, home, name, caller, doors }: Given): Promise<Beside> {
  const wants = (part: CompanyWish['parts'][number]) => wish.parts.includes(part)
  const { origin } = new URL(home.url)
  const own = <Answer>(step: string, work: () => Promise<Answer>) => caller.own(step, () => doors.step(step, work))
  const most = wish.competitors ?? 0
  const [news, tech, headers, wikidata, gleif, competitors, llms, security, sitemap] = await Promise.all([
    wants('news')
      ? caller.call(
          'news-headlines',
          { query: `"${name.slice(0, 100)}"`, limit: 10, max_age_hours: NEWS_HOURS },
          NewsPart,
        )
      : null,
    wants('tech') ? caller.call('tech-fingerprint', { url: home.url }, TechPart) : null,
    wants('headers') ? caller.call('http-headers', { url: home.url }, HeadersPart) : null,
    wants('records') ? own('wikidata', () => askWikidata(doors, { name, domain: wish.domain })) : null,
    wants('records') ? own('gleif', () => askPart(doors, gleifQuestion(name))) : null,
    most > 0 ? discoverCompetitors(caller, { name, domain: wish.domain, most }) : null,
    wants('llms_txt') ? own('llms.txt', () => fetchLlmsTxt(doors, origin)) : null,
    wants('security_txt') ? own('security.txt', () => fetchSecurityTxt(doors, origin)) : null,
    wants('sitemap') ? own('sitemap.xml', () => fetchSitemap(doors, origin, [])) : null,
  ])
  for (const [step, part] of [
    ['wikidata', wikidata],
    ['gleif', gleif],
  ] as const)
    if (part !== null && part.problem !== null) caller.fail(step)
  return {
    news,
    tech,
    headers,
    records: wikidata === null || gleif === null ? null : { wikidata, gleif },
    competitors,
    llmsTxt: llms === null ? null : llms.file !== null,
    securityTxt: security === null || security.file === null ? null : security.url,
    sitemapUrls: sitemap?.found === true ? sitemap.count : null,
  }
}
