import type { CompanyPage } from '../page/company-page.ts'
import type { PageKind } from './page-kinds.rules.ts'

/** One page that was read. */
export type SitePage = CompanyPage & {
  kind: PageKind
  /** ISO 8601. */
  fetchedAt: string
}

/** The pages read from a company's site, the start page first. */
export type CompanySite = {
  domain: string
  /** The start page's address, after redirects. */
  homeUrl: string
  pages: readonly SitePage[]
  /** Kinds that were looked for and are not there: no link leads to one, and it is not where such pages usually are. */
  absent: readonly PageKind[]
  /** Pages that could not be read, and why. */
  failed: readonly { url: string; kind: PageKind; problem: string }[]
  /** Pages that robots.txt asks not to read. */
  disallowed: number
  /** The words that show that the domain is parked; null where it is not. */
  parked: string | null
}

/** Pages of one of the kinds, in the order they were read. */
export const pagesOf = ({ pages }: CompanySite, ...kinds: readonly PageKind[]): SitePage[] =>
  pages.filter(({ kind }) => kinds.includes(kind))
