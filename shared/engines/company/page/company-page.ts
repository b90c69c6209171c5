import type { ContactPoint, PageLink } from '#shared/engines/site/page/page-facts.ts'

/** One piece of visible text between two breaks of a page. */
export type PageBlock = {
  /** 1 to 6 for headings, 0 for running text. */
  level: number
  text: string
  /** Ids of the innermost enclosing elements, outermost first. Blocks that share a high id are close together. */
  boxes: readonly number[]
}

/** A JSON-LD node of a kind that says something about a company, cut to what can be stored. */
export type JsonNode = Readonly<Record<string, unknown>> & { readonly '@type'?: unknown }

/** The stored facts of a page of a company's site. JSON, so that it can be the stored end of a workflow step. */
export type CompanyPage = {
  url: string
  title: string
  description: string | null
  /** og:site_name. */
  siteName: string | null
  canonical: string | null
  lang: string | null
  blocks: readonly PageBlock[]
  links: readonly PageLink[]
  contacts: readonly ContactPoint[]
  nodes: readonly JsonNode[]
  /** schema.org types it names. */
  types: readonly string[]
  /** Texts of buttons, and of links that look like one. */
  buttons: readonly string[]
  /** Hosts of other sites that scripts and frames come from. */
  embeds: readonly string[]
  forms: { password: boolean; email: boolean }
  /** `datetime` attributes. */
  times: readonly string[]
  /** Signs that the text gives orders to its reader. */
  injection: readonly { rule: string; severity: string; excerpt: string }[]
}

export const EMPTY_PAGE: Omit<CompanyPage, 'url'> = {
  title: '',
  description: null,
  siteName: null,
  canonical: null,
  lang: null,
  blocks: [],
  links: [],
  contacts: [],
  nodes: [],
  types: [],
  buttons: [],
  embeds: [],
  forms: { password: false, email: false },
  times: [],
  injection: [],
}
