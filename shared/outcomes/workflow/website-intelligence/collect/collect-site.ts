import { isIP } from 'node:net'

import type { z } from 'zod'

import { Refusal } from '#shared/errors.ts'
import type { OutcomeContext } from '#shared/doors/context.ts'

import type { Robots } from '#shared/engines/site/files/robots.ts'
import type { PageFacts } from '#shared/engines/site/page/page-facts.ts'
import { crawl, stepName } from './crawl.ts'
import {
  type AgentFiles,
  fetchAgentFiles,
  fetchLlmsTxt,
  fetchPlainHttp,
  fetchRobots,
  fetchSecurityTxt,
  type LlmsTxtFile,
  type PlainHttp,
  type RobotsFile,
  type SecurityTxtFile,
} from '#shared/engines/site/collect/fetch-files.ts'
import { fetchPage } from './fetch-page.ts'
import { fetchSitemap, type SitemapFile } from '#shared/engines/site/collect/fetch-sitemap.ts'
import { PartBook, type PartFailure, type PartLine } from '#shared/engines/site/collect/part-book.ts'
import {
  DnsPart,
  HeadersPart,
  MarkdownPart,
  RedirectsPart,
  ScreenshotPart,
  TechnologiesPart,
  WhoisPart,
} from './parts.ts'

/** Everything that was learned of a site; null for a part that failed. */
export type SiteFacts = {
  url: string
  now: Date
  headers: HeadersPart | null
  redirects: RedirectsPart | null
  markdown: MarkdownPart | null
  screenshot: z.output<typeof ScreenshotPart> | null
  technologies: TechnologiesPart | null
  whois: WhoisPart | null
  dns: DnsPart | null
  robots: RobotsFile | null
  sitemap: SitemapFile | null
  securityTxt: SecurityTxtFile | null
  llmsTxt: LlmsTxtFile | null
  agentFiles: AgentFiles | null
  plainHttp: PlainHttp | null
  /** The start page first. */
  pages: readonly PageFacts[]
  /** Pages that were not read because robots.txt asks for it. */
  disallowed: number
  steps: readonly PartLine[]
  failures: ReadonlyMap<string, PartFailure>
}

/** The answer is given by then; the rest of the call's time is for storing it. */
const BUDGET_MS = 40_000
/** No page is asked for after that, so that the last one ends in time. */
const LAST_PAGE_MS = 28_000
/** A call that is resumed late still reads what is stored. */
const LEAST_MS = 3_000

type Wish = { url: string; screenshot: boolean; maxPages: number }

/** Gathers what is public of a site: other outcomes and own fetches, side by side, each a durable step. */
export async function collectSite(wish: Wish, ctx: OutcomeContext): Promise<SiteFacts> {
  const { egress, now } = ctx
  const vetted = await ctx.step('vet', async () => ({
    url: await egress.vet(wish.url, ctx.signal),
    began: now().toISOString(),
  }))
  const { url } = vetted
  const spentMs = () => now().getTime() - Date.parse(vetted.began)
  const over = AbortSignal.timeout(Math.max(LEAST_MS, BUDGET_MS - spentMs()))
  const doors = { ...ctx, signal: AbortSignal.any([ctx.signal, over]) }
  const book = new PartBook(now, doors.signal)

  const part = <Shape extends z.ZodType>(slug: string, input: unknown, shape: Shape) =>
    book.take(slug, slug, async () => readAs(shape, await ctx.call(slug, input)))
  const own = <Answer>(name: string, work: () => Promise<Answer>) => book.take(name, null, () => ctx.step(name, work))
  const ifOffered = async <Shape extends z.ZodType>(slug: string, input: unknown, shape: Shape) => {
    if ((await ctx.reliability(slug)) !== null) return part(slug, input, shape)
    book.skip(slug)
    return null
  }
  const ofDomain = async <Shape extends z.ZodType>(slug: string, shape: Shape) => {
    const domain = new URL(url).hostname.replace(/^www\./, '')
    return isIP(domain.replace(/^\[|\]$/g, '')) === 0 ? ifOffered(slug, { domain }, shape) : null
  }

  const pagesAndFiles = async () => {
    const start = await own(stepName(url), () => fetchPage(doors, url, { follow: true }))
    const { origin, host } = new URL(start?.finalUrl ?? url)
    const read = async () => {
      const robots = await own('robots.txt', () => fetchRobots(doors, origin))
      const announced = robots?.robots?.sitemaps ?? []
      const sitemap = await own('sitemap.xml', () => fetchSitemap(doors, origin, announced))
      const rules = rulesOf(robots)
      if (start === null || rules === 'closed')
        return { robots, sitemap, pages: start === null ? [] : [start], disallowed: 0 }
      const isLate = () => spentMs() > LAST_PAGE_MS
      const found = await crawl(doors, book, {
        start,
        sitemap: sitemap?.urls ?? [],
        robots: rules,
        most: wish.maxPages,
        isLate,
      })
      return { robots, sitemap, ...found }
    }
    const [site, securityTxt, llmsTxt, agentFiles, plainHttp] = await Promise.all([
      read(),
      own('security.txt', () => fetchSecurityTxt(doors, origin)),
      own('llms.txt', () => fetchLlmsTxt(doors, origin)),
      own('agent-files', () => fetchAgentFiles(doors, origin, start?.html?.serviceDescription ?? null)),
      origin.startsWith('https:') && !host.includes(':')
        ? own('plain-http', () => fetchPlainHttp(doors, host))
        : Promise.resolve(null),
    ])
    return { ...site, securityTxt, llmsTxt, agentFiles, plainHttp }
  }

  const [headers, redirects, markdown, screenshot, technologies, whois, dns, site] = await Promise.all([
    part('http-headers', { url }, HeadersPart),
    part('redirect-resolve', { url }, RedirectsPart),
    part('page-markdown', { url, include_links: false }, MarkdownPart),
    wish.screenshot ? part('screenshot', { url }, ScreenshotPart) : Promise.resolve(null),
    ifOffered('tech-fingerprint', { url }, TechnologiesPart),
    ofDomain('rdap-whois', WhoisPart),
    ofDomain('dns-records', DnsPart),
    pagesAndFiles(),
  ])
  return {
    url,
    now: now(),
    headers,
    redirects,
    markdown,
    screenshot,
    technologies,
    whois,
    dns,
    ...site,
    steps: book.lines,
    failures: book.failures,
  }
}

/** An answer in another shape than its contract is our mistake, and costs the buyer that part only. */
function readAs<Shape extends z.ZodType>(shape: Shape, answer: unknown): z.output<Shape> {
  const read = shape.safeParse(answer)
  if (read.success) return read.data
  throw new Refusal('internal', 'A part answered in a form that is not read.', {}, { cause: read.error })
}

/** What robots.txt says: rules, none (absent, everything is allowed), or `closed` while it cannot be read (RFC 9309). */
function rulesOf(file: RobotsFile | null): Robots | null | 'closed' {
  if (file === null || file.status >= 500) return 'closed'
  return file.robots
}
