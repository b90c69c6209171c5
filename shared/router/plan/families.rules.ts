/** Outcomes of which a plan holds one: they answer the same question, at other depths or for other inputs. */
export const EXCLUSIVE: readonly (readonly string[])[] = `
repo-safety repo-due-diligence
lead-brief lead-brief-plus lead-research company-teardown
web-search search-scrape research-brief
news-headlines web-search
news-headlines research-brief
hn-headlines news-headlines web-search
wikipedia-summary web-search dictionary-define
base-eth-balance base-balances-batch
base-erc20-balance base-balances-batch
base-erc20-balance base-token-info base-erc20-allowance base-erc20-logs
base-eth-balance base-token-info
base-eth-balance payment-watch
base-erc20-logs payment-watch
base-erc20-balance payment-watch
base-erc20-allowance base-balances-batch base-eth-balance
lead-brief-plus hire-done-when-lint
stable-payto-check redirect-resolve
stable-payto-check route-pay-probe
route-pay-probe http-headers
memory-integrity-check hash-text
handoff-digest summarize-text
notepad-browse notepad-read
lead-brief hire-done-when-lint
base-tx-receipt settlement-status base-erc20-logs payment-watch tx-summary-lite
solana-balances token-metadata-lite base-eth-balance
crypto-price crypto-price-batch stock-quote
dns-records dns-lookup
website-intelligence tech-fingerprint
website-intelligence company-people
repo-due-diligence tech-fingerprint
repo-safety tech-fingerprint
website-intelligence http-headers
website-intelligence page-markdown
website-intelligence rdap-whois
website-intelligence dns-records
website-intelligence screenshot
website-intelligence web-search
company-teardown tech-fingerprint
company-teardown company-people
company-teardown hiring-signals
company-teardown competitor-snapshot
lead-brief news-headlines
lead-brief tech-fingerprint
lead-brief-plus company-people
lead-brief-plus hiring-signals
lead-brief-plus competitor-snapshot
lead-research company-people
lead-research hiring-signals
lead-research competitor-snapshot
lead-brief company-people
repo-due-diligence skill-vet
repo-safety skill-vet
json-schema-validate json-schema-diff
json-repair json-schema-diff csv-clean extract-structured webhook-normalize
preflight-before-write agent-state-guard idempotency-guard destructive-action-guard infra-target-guard retry-storm-guard
drift-guard identity-drift-check contract-pin-guard json-schema-diff
classify-text rerank-passages llm-judge embed-text
image-ocr image-describe
image-describe summarize-text
hash-text hmac-verify
prompt-injection-scan mcp-server-audit
skill-vet skill-signature-verify
mcp-server-audit mcp-catalog-token-tax agent-tool-permission-review capability-attack-surface-scan
attest attest-verify
notepad-read workspace-write
notepad-read workspace-read
notepad-list notepad-save
notepad-save notepad-share
crypto-price base-eth-balance
crypto-price base-erc20-balance
redirect-resolve lead-brief
attest agent-reputation
notepad-share notepad-read
workspace-write workspace-read
workspace-write notepad-save
square-post square-feed
square-post notepad-save
spend-guard action-receipt
featured-agent-slot endpoint-match
featured-agent-slot web-search
notepad-save notepad-read
action-receipt attest
notepad-list notepad-browse
workspace-create workspace-list
token-budget-guard tool-call-budget-guard mcp-catalog-token-tax
agent-usage spend-guard
payment-required-lint payment-required-header-budget offer-receipt-extension-lint accepts-network-select facilitator-payload-lint payment-response-bind 402-failure-classifier verify-settle-response-delta settlement-status
merchant-legit-gate merchant-smoke route-pay-probe integration-readiness accepts-dual-rail-check wallet-readiness-pack
wallet-readiness-pack stable-payto-check
wallet-readiness-pack spend-guard
wallet-readiness-pack action-receipt
merchant-legit-gate spend-guard
constraint-receipt-verify audit-field-matrix citation-join-check readback-receipt
settlement-webhook-contract-lint webhook-normalize hmac-verify
action-receipt audit-field-matrix
action-receipt readback-receipt
hire-done-when-lint llm-judge
state-correctness-assert json-schema-validate
reliability-scorecard agent-reputation
`
  .trim()
  .split('\n')
  .map((line) => line.split(' '))

/** A write that is not meant where another one is asked for: who may write into a note is no text for the note. */
export const NOT_BESIDE: Readonly<Record<string, string>> = {
  'notepad-save': 'notepad-share',
  'workspace-list': 'workspace-write',
}

/** Members of a JSON input that are what an outcome would make: then nobody asks for it. */
export const GIVEN_IN: Readonly<Record<string, readonly string[]>> = { 'summarize-text': ['compressed', 'summary'] }

/** What takes all values in one call where an outcome takes one, by what has to be at hand. */
export const BATCHES: Readonly<Record<string, { slug: string; isOf: readonly string[] }>> = {
  'crypto-price': { slug: 'crypto-price-batch', isOf: ['coin-list'] },
  'base-eth-balance': { slug: 'base-balances-batch', isOf: ['base-address-list'] },
  'base-erc20-balance': { slug: 'base-balances-batch', isOf: ['base-address-list'] },
}

/** Outcomes that stand for several others: taken when a goal asks for so many of those, and for one answer. */
export const TOGETHER: readonly { slug: string; of: readonly string[]; atLeast: number; words: RegExp | null }[] = [
  {
    slug: 'website-intelligence',
    of: ['tech-fingerprint', 'http-headers', 'rdap-whois', 'dns-records', 'screenshot', 'page-markdown'],
    atLeast: 3,
    words:
      /\b(?:one|single|full|complete|whole|entire|overall|everything|profile|portrait|report|audit|un seul|complet|completo|un solo|vollstandig\w*|komplett\w*|gesamt\w*|einem bericht|perfil)\b|全面|完整|一份|まとめて|総合/,
  },
  {
    slug: 'lead-brief-plus',
    of: ['lead-brief', 'company-people', 'hiring-signals', 'competitor-snapshot'],
    atLeast: 3,
    words:
      /\b(?:brief\w*|profile|call|meeting|outreach|pitch|visit|opener|approach|one|single)\b|简介|拜访|接触|訪問|商談/,
  },
]

/**
 * What a question about a value means when its words say nothing: the outcome that tells what the value is or whether it
 * is sound, by the type of what the input holds.
 */
export const ASKED_OF: Readonly<Record<string, string>> = {
  'tx-hash': 'base-tx-receipt',
  'solana-signature': 'tx-summary-lite',
  'attestation-id': 'attest-verify',
  'repo-url': 'repo-safety',
  'skill-markdown': 'skill-vet',
  'mime-message': 'email-json',
  command: 'destructive-action-guard',
  jwt: 'jwt-decode',
  vin: 'vin-decode',
  email: 'email-verify-lite',
  ip: 'ip-geo',
  coordinates: 'weather',
  'us-address': 'geocode-us',
  'short-url': 'redirect-resolve',
  'pdf-url': 'pdf-extract',
  'image-url': 'image-describe',
  'audio-url': 'audio-transcribe',
  'workspace-id': 'workspace-list',
  'note-id': 'notepad-read',
  traceparent: 'trace-provenance-check',
  'x402-offer': 'payment-required-lint',
  'x402-payment': 'facilitator-payload-lint',
  'tool-list': 'mcp-server-audit',
  receipt: 'audit-field-matrix',
  openapi: 'openapi-x402-operation-map',
  'solana-address': 'token-metadata-lite',
  'base-address-list': 'base-balances-batch',
  'base-address': 'base-token-info',
  'broken-json': 'json-repair',
  csv: 'csv-clean',
  url: 'page-markdown',
  domain: 'rdap-whois',
}

/** What is taken instead of an outcome whose price or failure forbids it, in order. */
export const INSTEAD: Readonly<Record<string, readonly string[]>> = {
  'repo-due-diligence': ['repo-safety'],
  'lead-research': ['lead-brief-plus', 'lead-brief'],
  'lead-brief-plus': ['lead-brief'],
  'lead-brief': ['company-people', 'hiring-signals'],
  'company-teardown': ['lead-brief', 'competitor-snapshot'],
  'website-intelligence': ['tech-fingerprint'],
  'research-brief': ['search-scrape', 'web-search'],
  'search-scrape': ['web-search'],
  'web-search': ['search-scrape'],
  'dns-lookup': ['dns-records'],
  'dns-records': ['dns-lookup'],
  'page-markdown': ['wayback-snapshot'],
  'crypto-price': ['crypto-price-batch'],
  'wallet-readiness-pack': ['merchant-legit-gate'],
}
