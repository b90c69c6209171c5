/** Stored facts of one page, small enough to be stored as a workflow step. */
export type PageFacts = {
  /** The requested URL, without fragment. */
  url: string
  /** The URL that answered. It differs only for the start page, whose redirects are followed. */
  finalUrl: string
  status: number
  /** Absolute target of a redirect of a crawled page. */
  redirectsTo: string | null
  contentType: string
  /** Lower-case names, one value each; without cookies. */
  headers: Readonly<Record<string, string>>
  wireBytes: number
  /** Decompressed. */
  bytes: number
  /** The page was longer than what is read of a page. */
  truncated: boolean
  fetchedAt: string
  tookMs: number
  /** Null when the answer is not HTML. */
  html: HtmlFacts | null
}

export type PageLink = { url: string; text: string }
export type ContactPoint = { kind: 'email' | 'phone' | 'social' | 'form' | 'page'; value: string }

export type HtmlFacts = {
  lang: string | null
  titles: readonly string[]
  description: string | null
  canonical: string | null
  /** All robots meta content, lower case, comma-separated. */
  robots: string
  hasViewport: boolean
  /** Content-Security-Policy given in a meta element. */
  metaCsp: string | null
  hasOpenGraph: boolean
  headings: readonly { level: number; text: string }[]
  /** Absolute http(s) URLs without fragment, each once, in order of appearance. */
  links: readonly PageLink[]
  hreflang: readonly { lang: string; url: string }[]
  /** `<link rel="service-desc">` (RFC 8631), absolute. */
  serviceDescription: string | null
  hasMarkdownAlternate: boolean
  /** Files that the browser requests besides the page itself, as far as the markup shows. */
  resources: ResourceFacts
  /** http: URLs loaded into an https page; active ones can change it. */
  mixed: { active: readonly string[]; passive: readonly string[] }
  /** Forms whose action is plain http. */
  insecureForms: readonly string[]
  hasPasswordField: boolean
  structured: { types: readonly string[]; invalid: number }
  contacts: readonly ContactPoint[]
  hasMain: boolean
  /** Visible words outside navigation and footer. */
  words: number
  /** The page's weightiest terms: words and pairs of words, lower case. */
  terms: Readonly<Record<string, number>>
}

export type ResourceFacts = {
  scripts: number
  /** Scripts in the head that hold up the first paint. */
  blockingScripts: number
  styles: number
  images: number
  imagesWithoutAlt: number
  imagesWithoutSize: number
  lazyImages: number
  frames: number
  /** Hosts of other sites that scripts, styles, images and frames come from. */
  foreignHosts: readonly string[]
  /** Scripts and styles of other sites without an integrity attribute. */
  withoutIntegrity: readonly string[]
}
