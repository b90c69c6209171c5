/** Where an outcome that needs the world has its answer from, first, and what happens when that fails. */
type AnswerSource = { first: string; then: string }

const REFUSED = 'none: 502, uncharged'
const PAGE: AnswerSource = { first: 'the URL itself', then: REFUSED }
const BASE: AnswerSource = { first: 'BASE_READ_RPC_URL', then: 'its next node; 502, uncharged' }
const SOLANA: AnswerSource = { first: 'SOLANA_READ_RPC_URL', then: 'its next node; 502, uncharged' }
const ENDPOINT: AnswerSource = { first: 'the endpoint itself, unpaid', then: 'that it does not answer is the result' }
const NO_MODEL = 'none: model_not_configured, 503, uncharged'
const BOARDS = 'ashby, greenhouse, lever, recruitee, smartrecruiters, workable'
const COMPANY: AnswerSource = {
  first: `the company’s site, and beside it gleif, wikidata, crt-sh, job boards (${BOARDS}), rdap-whois, dns-records, tech-fingerprint, http-headers, news-headlines, web-search`,
  then: 'without the site 502, uncharged; any other part is null and named in unknowns',
}
const CODE = 'github and github-raw, gitlab or codeberg'

export const ANSWER_SOURCES: Readonly<Record<string, AnswerSource>> = {
  'web-search': {
    first: 'searxng, brave, duckduckgo, mwmbl, those that are configured side by side',
    then: 'marginalia and wikipedia-api; 502, uncharged',
  },
  'page-markdown': PAGE,
  'search-scrape': { first: 'web-search, then its pages', then: 'the next page of the list; 502, uncharged' },
  'news-headlines': { first: 'google-news', then: 'bing-news; gdelt; 502, uncharged' },
  'hn-headlines': { first: 'hacker-news', then: 'hn-algolia; 502, uncharged' },
  'wikipedia-summary': { first: 'wikipedia', then: 'wikipedia-api; 502, uncharged' },
  'wayback-snapshot': { first: 'wayback', then: 'wayback-available: the nearest alone; 502, uncharged' },
  'research-brief': {
    first: 'web-search, news-headlines, wikipedia-summary and their pages; a text model',
    then: 'sentences of the pages (extractive); 502, uncharged',
  },
  'stock-quote': { first: 'finnhub', then: 'yahoo-finance; stooq; 502, uncharged' },
  'geocode-us': {
    first: 'for an area embedded ZIP and city centres; for a house number census',
    then: 'nominatim; the embedded centre of its area; 502, uncharged',
  },
  'http-headers': PAGE,
  'redirect-resolve': { first: 'the URL itself', then: 'hops that were seen are the result; 502, uncharged' },
  'currency-convert': {
    first: 'frankfurter',
    then: 'ecb; currency-api; currency-api-pages; embedded rates, marked stale',
  },
  'dictionary-define': { first: 'embedded WordNet', then: 'none needed' },
  'crypto-price': { first: 'coinbase, kraken, coingecko side by side', then: 'defillama; 502, uncharged' },
  'crypto-price-batch': { first: 'coingecko', then: 'defillama; coinbase and kraken; 502, uncharged' },
  'crypto-sentiment': {
    first: 'fear-greed, prices (coingecko, coinbase, kraken, defillama) and headlines (google-news, bing-news, gdelt)',
    then: 'a part that fails is named and left out; 502, uncharged',
  },
  weather: { first: 'open-meteo', then: 'met-norway; 502, uncharged' },
  'dns-records': { first: 'DNS_RESOLVERS', then: 'the next resolver; 502, uncharged' },
  'dns-lookup': { first: 'DNS_RESOLVERS, each that was named', then: 'those that answer; 502, uncharged' },
  'rdap-whois': { first: 'rdap, by rdap-bootstrap', then: 'rdap-org; WHOIS; 502, uncharged' },
  'vin-decode': {
    first: 'embedded vehicle data',
    then: 'vpic; what the VIN itself says, marked offline',
  },
  'sec-filings': { first: 'sec-data, by an embedded ticker map', then: 'for newer tickers sec-www; 502, uncharged' },
  'tech-fingerprint': { first: 'the URL itself, its DNS, embedded fingerprints', then: REFUSED },
  'pdf-extract': PAGE,
  'repo-safety': {
    first: `${CODE}; beside them osv and scorecard`,
    then: 'without the repository 502, uncharged; other checks are skipped and named',
  },
  'llm-judge': { first: 'a text model', then: 'with a reference code alone (heuristic); else model_not_configured' },
  'ip-geo': { first: 'embedded IP data', then: 'ipwhois; ip-api; null with a note' },
  screenshot: { first: 'the URL itself, in Chromium', then: REFUSED },
  'base-eth-balance': BASE,
  'base-erc20-balance': BASE,
  'base-erc20-allowance': BASE,
  'base-erc20-logs': BASE,
  'base-tx-receipt': BASE,
  'base-token-info': BASE,
  'base-balances-batch': BASE,
  'payment-watch': { first: 'BASE_READ_RPC_URL or SOLANA_READ_RPC_URL', then: 'its next node; 502, uncharged' },
  'solana-balances': SOLANA,
  'tx-summary-lite': SOLANA,
  'token-metadata-lite': { first: 'SOLANA_READ_RPC_URL', then: 'its next node; for a name jupiter; 502, uncharged' },
  'settlement-status': { first: 'the settlement process', then: 'unknown is a state of its own; 502, uncharged' },
  'accepts-dual-rail-check': ENDPOINT,
  'merchant-smoke': ENDPOINT,
  'route-pay-probe': ENDPOINT,
  'integration-readiness': ENDPOINT,
  'merchant-legit-gate': {
    first: 'the endpoint itself, unpaid; beside it rdap-whois, x402-bazaar and the caller’s own ledger',
    then: 'what could not be learnt is in unknowns',
  },
  'wallet-readiness-pack': {
    first: 'the endpoint itself, unpaid; beside it rdap-whois, x402-bazaar and the caller’s own ledger',
    then: 'what could not be learnt is in unknowns',
  },
  'preflight-before-write': { first: 'the input alone', then: 'none needed' },
  'lead-brief': COMPANY,
  'lead-brief-plus': COMPANY,
  'lead-research': COMPANY,
  'competitor-snapshot': COMPANY,
  'company-teardown': COMPANY,
  'company-people': { first: 'the company’s site', then: REFUSED },
  'hiring-signals': {
    first: `the company’s site and its job board (${BOARDS})`,
    then: 'JobPosting markup; links of the careers page; without the site 502, uncharged',
  },
  'email-verify-lite': { first: 'embedded lists and DNS_RESOLVERS', then: 'the verdict unknown' },
  'website-intelligence': {
    first:
      'the site itself, screenshot, http-headers, redirect-resolve, page-markdown, tech-fingerprint, dns-records, rdap-whois',
    then: 'a part is null and named in unknowns; below three of six core parts 502, uncharged',
  },
  'repo-due-diligence': {
    first: `${CODE}; beside them osv, scorecard, deps-dev, npm-registry, npm-downloads, pypi`,
    then: 'without the repository 502, uncharged; other parts are null and named',
  },
  'summarize-text': { first: 'a text model', then: 'sentences of the text (extractive)' },
  'classify-text': { first: 'a text model', then: 'by described labels (heuristic); else model_not_configured' },
  'extract-structured': { first: 'a text model', then: 'typed extractors (heuristic)' },
  'rerank-passages': { first: 'an embedding model', then: 'bm25' },
  'translate-text': { first: 'a text model', then: NO_MODEL },
  'embed-text': { first: 'an embedding model', then: NO_MODEL },
  'image-describe': { first: 'a vision model', then: NO_MODEL },
  'image-moderate': { first: 'a vision model', then: NO_MODEL },
  'image-generate': { first: 'an image and a text model', then: NO_MODEL },
  'audio-transcribe': { first: 'a transcription model', then: NO_MODEL },
  'speech-synthesize': { first: 'a speech model', then: NO_MODEL },
  'image-ocr': { first: 'embedded Tesseract', then: 'without its packages unavailable, 503, uncharged' },
}
