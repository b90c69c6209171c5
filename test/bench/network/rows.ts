import { BASE_USDC, SOLANA_USDC } from '#shared/chains/networks.ts'
import type { Pool } from '#shared/calls/pools.ts'

/** One outcome that needs the world: what it is asked, and what a model it may ask answers. */
export type NetworkRow = {
  /** `{nth}` becomes the number of the run, `{site}` the company's address as it is dialled, others what chains hold. */
  input: Record<string, unknown>
  /** What the model of the chat answers. */
  says?: unknown
  /** The pool it is run as, so that the parts it has there run beside it; its own unless said. */
  pool?: Pool
}

const KINDS: ReadonlySet<string> = new Set(['network', 'chain', 'browser', 'model', 'composite'])

/** Whether what is said of an outcome in test/catalog/document.json makes it one of these rows. */
export const needsTheWorld = (kind: string | undefined) => KINDS.has(kind ?? '')

const COMPANY = { domain: 'acme.com' }
const ARTICLE =
  'The city council of Utrecht approved a new cycling bridge on Tuesday. The bridge will cost 42 million euros and open in 2029. Opponents say that the money should go to repairs of the old quays.'
const PAID = { url: 'https://merchant.com/paid/a' }

/** Every outcome of the catalog that asks a network, a chain, a browser or a model, and every composite. */
export const NETWORK_ROWS: Readonly<Record<string, NetworkRow>> = {
  'accepts-dual-rail-check': { input: PAID },
  'integration-readiness': { input: { base_url: 'https://merchant.com' } },
  'merchant-legit-gate': { input: PAID },
  'merchant-smoke': { input: PAID },
  'route-pay-probe': { input: PAID },
  'settlement-status': { input: { network: 'eip155:8453', transaction: '{base_tx}' } },
  'wallet-readiness-pack': { input: { ...PAID, agent_id: 'agent-{nth}', ceiling_cents: 100 } },
  'base-balances-batch': {
    input: { addresses: ['{base_wallet}', '{base_payee}', '0x000000000000000000000000000000000000dEaD'] },
  },
  'base-erc20-allowance': { input: { owner: '{base_wallet}', spender: '{base_payee}' } },
  'base-erc20-balance': { input: { address: '{base_wallet}' } },
  'base-erc20-logs': { input: { to: '{base_payee}' } },
  'base-eth-balance': { input: { address: '{base_wallet}' } },
  'base-token-info': { input: { token: BASE_USDC } },
  'base-tx-receipt': { input: { tx_hash: '{base_tx}' } },
  'payment-watch': { input: { pay_to: '{base_payee}', amount_usdc: '1' } },
  'llm-judge': {
    input: {
      task: 'State when the bridge opened.',
      candidates: ['The bridge opened in 1932, run {nth}.', 'The bridge opened some time ago.'],
    },
    says: {
      candidates: ['A', 'B'].map((label) => ({
        label,
        criteria: ['correctness', 'completeness', 'clarity'].map((name) => ({
          name,
          points: 4,
          rationale: 'It says so.',
          evidence: 'The bridge opened',
        })),
      })),
    },
  },
  'audio-transcribe': { input: { audio_url: 'https://acme.com/hello.wav' } },
  'image-describe': {
    input: { image_url: 'https://acme.com/photo.jpg' },
    says: {
      alt_text: 'Red.',
      caption: 'A red square.',
      objects: [],
      text_found: '',
      answer: null,
      nsfw: false,
      confidence: 'high',
    },
  },
  'image-generate': {
    input: { prompt: 'A lighthouse at dusk, watercolour', size: '512x512' },
    says: { allowed: true, categories: [] },
  },
  'image-moderate': {
    input: { image_url: 'https://acme.com/photo.jpg' },
    says: { sexual: 0, violence: 0, self_harm: 0, hate_symbols: 0, drugs: 0, weapons: 0, minors_risk: 0 },
  },
  'image-ocr': { input: { image_url: 'https://acme.com/sign.png' } },
  'speech-synthesize': { input: { text: 'The train leaves at nine.', format: 'wav' } },
  'classify-text': {
    input: { text: 'My invoice for October was charged twice.', labels: ['billing', 'bug'] },
    says: {
      labels: [
        { label: 'billing', score: 0.9, quote: 'charged twice' },
        { label: 'bug', score: 0.1, quote: '' },
      ],
    },
  },
  'embed-text': { input: { texts: ['a text of run {nth}', 'another of run {nth}'] } },
  'extract-structured': {
    input: {
      text: 'Invoice 17 for bolts, total $12.50',
      schema: { type: 'object', properties: { total: { type: 'number' } }, required: ['total'] },
    },
    says: { values: [{ path: '/total', value: '12.50', quote: 'total $12.50' }] },
  },
  'rerank-passages': { input: { query: 'cat {nth}', passages: ['The dog barks.', 'The cat sat on mat {nth}.'] } },
  'summarize-text': {
    input: { text: ARTICLE },
    says: {
      summary: 'Utrecht approved a cycling bridge of 42 million euros that opens in 2029.',
      key_points: [{ quote: 'The bridge will cost 42 million euros and open in 2029.' }],
    },
  },
  'translate-text': {
    input: { text: 'The bridge is open.', to: 'de' },
    says: { translation: 'Die Brücke ist offen.', source_language: 'en', confidence: 'high' },
  },
  'crypto-price': { input: { symbol: 'btc' } },
  'crypto-price-batch': { input: { symbols: ['btc', 'eth', 'sol'] } },
  'crypto-sentiment': { input: { symbol: 'btc' } },
  'currency-convert': { input: { amount: 10, from_currency: 'EUR', to_currency: 'JPY' } },
  'dictionary-define': { input: { word: 'ledger' } },
  'dns-records': { input: COMPANY },
  'geocode-us': { input: { address: '1600 Pennsylvania Ave NW, Washington, DC 20500' } },
  'http-headers': { input: { url: 'https://acme.com/' } },
  'pdf-extract': { input: { url: 'https://acme.com/hello.pdf' } },
  'rdap-whois': { input: COMPANY },
  'redirect-resolve': { input: { url: 'https://acme.com/r1' } },
  'repo-safety': { input: { repo_url: 'https://github.com/acme/widgets' } },
  'sec-filings': { input: { ticker: 'AAPL', limit: 1 } },
  'solana-balances': { input: { address: '{solana_wallet}' } },
  'stock-quote': { input: { symbol: 'AAPL' } },
  'tech-fingerprint': { input: { url: 'https://acme.com/' } },
  'vin-decode': { input: { vin: 'XX0AA11B0P0000001' } },
  weather: { input: { lat: 52.52, lon: 13.4 } },
  'dns-lookup': { input: { name: 'acme.com' } },
  'ip-geo': { input: { ip: '3ffe::1' } },
  'company-people': { input: COMPANY },
  'company-teardown': { input: COMPANY },
  'competitor-snapshot': { input: { ...COMPANY, competitors: ['globex.com', 'initech.com'] } },
  'email-verify-lite': { input: { email: 'ada.lovelace@acme.com' } },
  'hiring-signals': { input: COMPANY },
  'lead-brief': { input: { ...COMPANY, email: 'ada.lovelace@acme.com' } },
  'lead-brief-plus': { input: { ...COMPANY, competitors: 2 } },
  screenshot: { input: { url: '{site}/', width: 800, height: 600 } },
  'preflight-before-write': {
    input: {
      action: 'ship order 7',
      environment: 'staging',
      current_state: { status: 'paid', version: 3, read_at: '2026-11-20T11:59:30Z' },
      required_state: { status: 'paid' },
      expected_version: 3,
      idempotency_key: '3f1c0a52-6b7e-4d1a-9c55-0e8f6f2d9b41',
      key_storage: 'database',
      now: '2026-11-20T12:00:00Z',
    },
  },
  'hn-headlines': { input: { feed: 'top', limit: 10 } },
  'news-headlines': { input: { query: 'solar power' } },
  'page-markdown': { input: { url: 'https://acme.com/about' } },
  'research-brief': {
    input: { query: 'When was Acme founded?' },
    says: {
      answer: [{ sentence: 'It was founded in 1999.', citations: [2] }],
      findings: [
        {
          claim: 'Acme was founded in 1999.',
          source: 2,
          quote: 'Acme was founded in 1999 and is headquartered in Berlin.',
          support: 'direct',
        },
      ],
      disagreements: [],
      unknowns: [],
    },
  },
  'search-scrape': { input: { query: 'how do widgets work', limit: 3 } },
  'wayback-snapshot': { input: { url: 'https://example.com/', timestamp: '2002-01-20' } },
  'web-search': { input: { query: 'widgets of steel' } },
  'wikipedia-summary': { input: { title: 'Ada Lovelace' } },
  'token-metadata-lite': { input: { mint: SOLANA_USDC } },
  'tx-summary-lite': { input: { signature: '{solana_tx}' } },
  'lead-research': { input: { ...COMPANY, email: 'ada.lovelace@acme.com' } },
  'repo-due-diligence': { input: { repo_url: 'https://github.com/acme/widgets' } },
  'website-intelligence': { input: { url: '{site}/', max_pages: 4 }, pool: 'screenshot' },
}

/** Outcomes of those kinds that have no row, and why. */
export const WITHOUT_ROW: Readonly<Record<string, string>> = {}
