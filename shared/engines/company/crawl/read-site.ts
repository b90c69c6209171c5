import pMap from 'p-map'
import { Refusal } from '#shared/errors.ts'
import { ROBOTS_AGENT } from '#shared/engines/site/collect/choose-pages.ts'
import { fetchRobots } from '#shared/engines/site/collect/fetch-files.ts'
import { type Robots, robotsVerdict } from '#shared/engines/site/files/robots.ts'
import { pageKey, pathOf } from '#shared/engines/site/same-site.ts'
import type { OutcomeContext } from '#shared/doors/context.ts'

import type { CompanySite, SitePage } from './company-site.ts'
import { fetchCompanyPage, type FetchedPage, fetchHome } from './fetch-company-page.ts'
import { type PageKind, PARKED_HOSTS, PARKED_TEXT } from './page-kinds.rules.ts'
import { guessesFor, pageLinks, type PageWish } from './page-wishes.ts'

export type CrawlDoors = Pick<OutcomeContext, 'egress' | 'compute' | 'signal' | 'now' | 'step'>

const LANES = 4
/** Pages of one kind; a list leads to many. */
const MOST_OF_KIND: Partial<Record<PageKind, number>> = { careers: 2, team: 2, legal: 2, press: 2, blog: 2, product: 3 }

/** The start page: the one part no company outcome can do without. Throws where it cannot be read. */
export async function openHome(doors: CrawlDoors, domain: string): Promise<SitePage> {
  const { status: _, ...page } = await doors.step('home', () => fetchHome(doors, domain))
  return { ...page, kind: 'home' }
}

/**
 * Reads pages of the wanted kinds, `most` in all with the start page: by the links of pages that were read, else where such
 * pages usually are; within robots.txt, no page begun after `untilMs` (performance.now). Each page is a step.
 */
export async function readSite(
  doors: CrawlDoors,
  home: SitePage,
  given: { domain: string; kinds: readonly PageKind[]; most: number; untilMs: number },
): Promise<CompanySite> {
  const { domain, kinds, most, untilMs } = given
  const { origin } = new URL(home.url)
  const robots = await rulesOf(doors, origin)
  const pages: SitePage[] = [home]
  const failed: { url: string; kind: PageKind; problem: string }[] = []
  const seen = new Set([pageKey(home.url)])
  const refused = new Set<string>()
  const site = { domain, homeUrl: home.url, parked: parkedBy(home) }
  if (site.parked !== null || robots === 'closed') return { ...site, pages, failed, absent: [], disallowed: 0 }

  const mayRead = ({ url }: PageWish) => {
    const isAllowed = robots === null || robotsVerdict(robots, ROBOTS_AGENT, pathOf(url)).allowed
    if (!isAllowed) refused.add(pageKey(url))
    return isAllowed && !seen.has(pageKey(url))
  }
  const readAll = (wishes: readonly PageWish[], isGuess: boolean) =>
    pMap(
      wishes,
      async ({ url, kind }) => {
        seen.add(pageKey(url))
        if (performance.now() > untilMs || doors.signal.aborted) return
        const page = await doors.step(`page ${pathOf(url).slice(0, 90)}`, () => tryPage(doors, url))
        if ('problem' in page) {
          if (!isGuess) failed.push({ url, kind, problem: page.problem })
          return
        }
        // A guessed URL that leads to another page, such as the start page, does not count.
        if (isGuess && seen.has(pageKey(page.url)) && pageKey(page.url) !== pageKey(url)) return
        seen.add(pageKey(page.url))
        const { status: _, ...rest } = page
        pages.push({ ...rest, kind })
      },
      { concurrency: LANES },
    )
  const room = (kind: PageKind) => (MOST_OF_KIND[kind] ?? 1) - pages.filter((page) => page.kind === kind).length
  // Two waves by links: what pages such as /about lead to is read in the second.
  for (let wave = 0; wave < 2; wave += 1) {
    const links = pageLinks(pages, domain).filter((wish) => kinds.includes(wish.kind) && mayRead(wish))
    await readAll(chosen(links, kinds, room, most - pages.length), false)
  }
  const missing = kinds.filter(
    (kind) => !pages.some((page) => page.kind === kind) && !failed.some((one) => one.kind === kind),
  )
  const guesses = missing.flatMap((kind) => guessesFor(kind, origin)).filter(mayRead)
  await readAll(guesses.slice(0, Math.max(0, most - pages.length)), true)
  return {
    ...site,
    pages: inOrder(pages, kinds),
    failed,
    absent: missing.filter((kind) => !pages.some((page) => page.kind === kind)),
    disallowed: refused.size,
  }
}

/** As many of each kind as there is room for, kinds by their order, never more than `most`. */
function chosen(
  wishes: readonly PageWish[],
  kinds: readonly PageKind[],
  room: (kind: PageKind) => number,
  most: number,
): PageWish[] {
  const once = [...new Map(wishes.map((wish) => [pageKey(wish.url), wish])).values()]
  const byKind = kinds.map((kind) => once.filter((wish) => wish.kind === kind).slice(0, Math.max(0, room(kind))))
  const firsts = byKind.flatMap(([first]) => first ?? [])
  return [...firsts, ...byKind.flatMap((wishes) => wishes.slice(1))].slice(0, Math.max(0, most))
}

/** Pages in the order of their kinds: which one answered first must make no difference. */
const inOrder = (pages: readonly SitePage[], kinds: readonly PageKind[]) => {
  const rank = (page: SitePage) => (page.kind === 'home' ? -1 : kinds.indexOf(page.kind))
  return pages.toSorted((a, b) => rank(a) - rank(b) || (a.url < b.url ? -1 : 1))
}

async function tryPage(doors: CrawlDoors, url: string): Promise<FetchedPage | { problem: string }> {
  try {
    const page = await fetchCompanyPage(doors, url)
    return page.status < 400 ? page : { problem: `it answered ${page.status}` }
  } catch (error) {
    if (error instanceof Refusal) return { problem: error.code.replaceAll('_', ' ') }
    if (doors.signal.aborted) return { problem: 'not ready in time' }
    throw error
  }
}

/** Rules, none (everything is allowed), or `closed` while robots.txt cannot be read (RFC 9309). */
async function rulesOf(doors: CrawlDoors, origin: string): Promise<Robots | null | 'closed'> {
  return doors.step('robots.txt', async () => {
    try {
      const file = await fetchRobots(doors, origin)
      return file.status >= 500 ? 'closed' : file.robots
    } catch (error) {
      if (error instanceof Refusal || doors.signal.aborted) return 'closed'
      throw error
    }
  })
}

/** The words that identify a start page as parked or empty. */
function parkedBy({ blocks, title, embeds, url }: SitePage): string | null {
  const text = [title, ...blocks.slice(0, 40).map((block) => block.text)].find((line) => PARKED_TEXT.test(line))
  if (text !== undefined && blocks.length < 80) return text.slice(0, 200)
  const host = [...embeds, url].find((place) => PARKED_HOSTS.test(place))
  return host === undefined ? null : `served by ${host.slice(0, 100)}`
}
