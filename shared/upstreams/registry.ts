import type { ModelRole } from '#shared/lib/models/model-roles.ts'

/** An external service that outcomes get data from. */
export type Upstream = {
  /** The name shown to callers in `source.name`. */
  name: string
  /** Base URL without a trailing slash; each question fills `{word}`. Null: only used when the operator sets a URL. */
  url: string | null
  /** Where the API key goes, and whether the service requires one. */
  key?: { in: 'header' | 'query'; name: string; prefix?: string; needed: boolean }
  /** Requests per second of all workers together, on average. Default 10. */
  perSecond?: number
  /** Requests that may be sent at once after an idle time. Default twice `perSecond`, at least 1. */
  burst?: number
  /** Milliseconds for one source, including its retry. Default 5,000. */
  totalMs?: number
  /** Maximum bytes of an answer, on the wire and decompressed. Default 2 MiB. */
  maxBytes?: number
  /** The URL is private to the operator (a private host, a key in its path): callers get `source.url: null`. */
  hidden?: true
  /** The service's terms ask for a mail address in User-Agent, so it is only used where UPSTREAM_CONTACT is set. */
  needsContact?: true
  /**
   * A family of servers whose base URLs another upstream lists (RFC 9224): each question names its base URL. A
   * configured URL replaces all of them. Each server has its own circuit breaker and rate limit.
   */
  namedBy?: 'rdap-bootstrap'
  /** The service answers with redirects to other servers, which are not followed: the answer is `{"location": url}`. */
  redirector?: true
  /** The service's edge rejects clients whose User-Agent is not a browser's. */
  browserAgent?: true
}

const MIB = 1024 * 1024

/**
 * Every upstream, in alphabetical order. Each has the setting UPSTREAM_<ID>_URL and, where a key is declared,
 * UPSTREAM_<ID>_KEY (`-` becomes `_`). Rates stay below the published limits of the services (docs/upstreams.md).
 */
const registry = {
  ashby: { name: 'Ashby', url: 'https://api.ashbyhq.com', maxBytes: 8 * MIB },
  'bing-news': { name: 'Bing News', url: 'https://www.bing.com', perSecond: 1 },
  brave: {
    name: 'Brave Search',
    url: 'https://api.search.brave.com',
    key: { in: 'header', name: 'x-subscription-token', needed: true },
    perSecond: 1,
    burst: 1,
  },
  census: { name: 'US Census Geocoder', url: 'https://geocoding.geo.census.gov', totalMs: 7_000 },
  codeberg: { name: 'Codeberg', url: 'https://codeberg.org', perSecond: 5, burst: 60, maxBytes: 8 * MIB },
  coinbase: { name: 'Coinbase', url: 'https://api.coinbase.com', perSecond: 5 },
  coingecko: {
    name: 'CoinGecko',
    url: 'https://api.coingecko.com',
    key: { in: 'header', name: 'x-cg-demo-api-key', needed: false },
    perSecond: 0.4,
    burst: 5,
  },
  'crt-sh': { name: 'crt.sh', url: 'https://crt.sh', perSecond: 1, totalMs: 20_000, maxBytes: 8 * MIB },
  'currency-api': { name: 'Currency API', url: 'https://cdn.jsdelivr.net' },
  'currency-api-pages': { name: 'Currency API', url: 'https://{day}.currency-api.pages.dev' },
  defillama: { name: 'DefiLlama', url: 'https://coins.llama.fi', perSecond: 5 },
  'deps-dev': { name: 'deps.dev', url: 'https://api.deps.dev' },
  dictionary: { name: 'Free Dictionary API', url: 'https://api.dictionaryapi.dev', perSecond: 1, burst: 20 },
  duckduckgo: {
    name: 'DuckDuckGo',
    url: 'https://html.duckduckgo.com',
    perSecond: 0.5,
    burst: 2,
    browserAgent: true,
  },
  ecb: { name: 'European Central Bank', url: 'https://www.ecb.europa.eu' },
  'fear-greed': { name: 'alternative.me', url: 'https://api.alternative.me', perSecond: 0.5, burst: 5 },
  finnhub: {
    name: 'Finnhub',
    url: 'https://finnhub.io',
    key: { in: 'header', name: 'x-finnhub-token', needed: true },
    perSecond: 0.9,
    burst: 10,
  },
  frankfurter: { name: 'Frankfurter (ECB reference rates)', url: 'https://api.frankfurter.dev' },
  gdelt: { name: 'GDELT', url: 'https://api.gdeltproject.org', perSecond: 1 / 6.5, burst: 1, totalMs: 10_000 },
  github: {
    name: 'GitHub',
    url: 'https://api.github.com',
    key: { in: 'header', name: 'authorization', prefix: 'Bearer ', needed: false },
    perSecond: 1,
    burst: 40,
    maxBytes: 8 * MIB,
  },
  'github-raw': {
    name: 'GitHub',
    url: 'https://raw.githubusercontent.com',
    perSecond: 40,
    burst: 250,
    maxBytes: 8 * MIB,
  },
  gitlab: { name: 'GitLab', url: 'https://gitlab.com', perSecond: 5, burst: 60, maxBytes: 8 * MIB },
  gleif: { name: 'GLEIF', url: 'https://api.gleif.org', perSecond: 0.9, burst: 10 },
  // A company and its competitors are queried at once.
  'google-news': { name: 'Google News', url: 'https://news.google.com', perSecond: 1, burst: 6 },
  greenhouse: { name: 'Greenhouse', url: 'https://boards-api.greenhouse.io', maxBytes: 8 * MIB },
  'hacker-news': { name: 'Hacker News', url: 'https://hacker-news.firebaseio.com', perSecond: 100, burst: 200 },
  'hn-algolia': { name: 'Hacker News Search (Algolia)', url: 'https://hn.algolia.com', perSecond: 2, burst: 20 },
  // The free host has no TLS and excludes commercial use: the operator sets a URL.
  'ip-api': { name: 'ip-api', url: null, key: { in: 'query', name: 'key', needed: false }, perSecond: 0.7, burst: 20 },
  ipwhois: { name: 'ipwho.is', url: 'https://ipwho.is', perSecond: 1, burst: 20 },
  jupiter: { name: 'Jupiter', url: 'https://lite-api.jup.ag', perSecond: 1 },
  kraken: { name: 'Kraken', url: 'https://api.kraken.com', perSecond: 1, burst: 3 },
  lever: { name: 'Lever', url: 'https://api.lever.co', maxBytes: 8 * MIB },
  marginalia: {
    name: 'Marginalia Search',
    url: 'https://api2.marginalia-search.com',
    key: { in: 'header', name: 'api-key', needed: true },
    perSecond: 1,
  },
  'met-norway': { name: 'MET Norway', url: 'https://api.met.no', needsContact: true },
  mwmbl: { name: 'Mwmbl', url: 'https://api.mwmbl.org', perSecond: 2 },
  nominatim: {
    name: 'OpenStreetMap Nominatim',
    url: 'https://nominatim.openstreetmap.org',
    perSecond: 1,
    burst: 1,
    needsContact: true,
  },
  'npm-downloads': { name: 'npm download counts', url: 'https://api.npmjs.org', perSecond: 5 },
  'npm-registry': { name: 'npm registry', url: 'https://registry.npmjs.org', perSecond: 20, maxBytes: 16 * MIB },
  'open-meteo': {
    name: 'Open-Meteo',
    url: 'https://api.open-meteo.com',
    key: { in: 'query', name: 'apikey', needed: false },
    perSecond: 1,
    burst: 60,
  },
  'open-meteo-geocoding': { name: 'Open-Meteo Geocoding', url: 'https://geocoding-api.open-meteo.com', perSecond: 5 },
  osv: { name: 'OSV', url: 'https://api.osv.dev', maxBytes: 8 * MIB },
  pypi: { name: 'PyPI', url: 'https://pypi.org', maxBytes: 8 * MIB },
  rdap: { name: 'RDAP', url: null, perSecond: 2, burst: 10, namedBy: 'rdap-bootstrap' },
  'rdap-bootstrap': { name: 'IANA RDAP bootstrap', url: 'https://data.iana.org' },
  'rdap-org': { name: 'rdap.org', url: 'https://rdap.org', perSecond: 0.9, burst: 5, redirector: true },
  recruitee: { name: 'Recruitee', url: 'https://{company}.recruitee.com', maxBytes: 8 * MIB },
  scorecard: { name: 'OpenSSF Scorecard', url: 'https://api.scorecard.dev' },
  searxng: { name: 'SearXNG', url: null, hidden: true },
  'sec-data': { name: 'SEC EDGAR', url: 'https://data.sec.gov', perSecond: 4, maxBytes: 8 * MIB, needsContact: true },
  'sec-search': { name: 'SEC EDGAR full-text search', url: 'https://efts.sec.gov', perSecond: 2, needsContact: true },
  'sec-www': { name: 'SEC', url: 'https://www.sec.gov', perSecond: 2, maxBytes: 8 * MIB, needsContact: true },
  smartrecruiters: { name: 'SmartRecruiters', url: 'https://api.smartrecruiters.com', maxBytes: 8 * MIB },
  stooq: { name: 'Stooq', url: 'https://stooq.com', key: { in: 'query', name: 'apikey', needed: true }, perSecond: 1 },
  vpic: { name: 'NHTSA vPIC', url: 'https://vpic.nhtsa.dot.gov', perSecond: 2 },
  wayback: { name: 'Wayback Machine', url: 'https://web.archive.org', perSecond: 1, burst: 5, totalMs: 10_000 },
  'wayback-available': { name: 'Wayback Machine', url: 'https://archive.org', perSecond: 1, burst: 5, totalMs: 10_000 },
  wikidata: { name: 'Wikidata', url: 'https://www.wikidata.org', maxBytes: 8 * MIB },
  wikipedia: { name: 'Wikipedia', url: 'https://{lang}.wikipedia.org', perSecond: 20 },
  'wikipedia-api': { name: 'Wikipedia (Action API)', url: 'https://{lang}.wikipedia.org', perSecond: 20 },
  wiktionary: { name: 'Wiktionary', url: 'https://{lang}.wiktionary.org', perSecond: 20 },
  workable: { name: 'Workable', url: 'https://apply.workable.com', maxBytes: 8 * MIB },
  'x402-bazaar': { name: 'x402 Bazaar', url: 'https://api.cdp.coinbase.com', perSecond: 2 },
  'yahoo-finance': {
    name: 'Yahoo Finance',
    url: 'https://query2.finance.yahoo.com',
    perSecond: 1,
    burst: 5,
    browserAgent: true,
  },
} as const satisfies Record<string, Upstream>

export type UpstreamId = keyof typeof registry

/** A source of the upstream client: an upstream, or the model endpoint for one of its roles. */
export type SourceId = UpstreamId | `model-${ModelRole}`

export const upstreams: Readonly<Record<UpstreamId, Upstream>> = registry

// Safe: the keys of the table above.
export const UPSTREAM_IDS = Object.keys(registry) as UpstreamId[]
