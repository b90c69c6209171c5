import type { Outcome } from '../outcomes/define.ts'
import type { Pack } from '../outcomes/pack.ts'
import { packs } from './packs.ts'

/** An outcome with its pack, path and price. The paid call looks it up by slug. */
export type CatalogEntry = {
  outcome: Outcome
  pack: Pack
  publicPath: string
  priceMicroUsdc: bigint
  /** Base is first in accepts[], then Solana; otherwise Solana is first (outcomes-api.md, Limits). */
  impulse: boolean
  /** Whether the guards scope of a day pass covers it. */
  inGuards: boolean
  /** The members of a bundle (shared/catalog/for-sale.ts); absent for an outcome. */
  members?: readonly CatalogEntry[]
}

/** The slugs whose 402 offers Base first (outcomes-api.md, Limits, verbatim). */
export const IMPULSE_SLUGS: ReadonlySet<string> = new Set(
  `web-search page-markdown news-headlines stock-quote geocode-us http-headers redirect-resolve currency-convert
  wikipedia-summary hn-headlines wayback-snapshot dictionary-define screenshot search-scrape crypto-price json-repair
  action-receipt payment-required-lint facilitator-payload-lint accepts-network-select offer-receipt-extension-lint
  stable-payto-check merchant-legit-gate merchant-smoke spend-guard base-erc20-logs base-erc20-allowance
  base-erc20-balance base-tx-receipt base-eth-balance base-token-info mcp-catalog-token-tax crypto-sentiment
  base-balances-batch notepad-save notepad-read notepad-list notepad-share notepad-browse workspace-create
  workspace-write workspace-read workspace-list handoff-digest attest attest-verify agent-reputation agent-usage
  agent-leaderboard payment-watch square-post square-feed rdap-whois vin-decode tech-fingerprint sec-filings email-json
  dns-records`.split(/\s+/),
)

/** Slugs a day pass covers in addition to the members of its packs (outcomes-api.md, Authentication, 4). */
const GUARD_SLUGS: ReadonlySet<string> = new Set([
  'merchant-legit-gate',
  'merchant-smoke',
  'preflight-cost-estimate',
  'rate-limit-guard',
  'spend-guard',
])

/** Every outcome by slug. Throws on load when two packs declare the same slug. */
export const catalog: ReadonlyMap<string, CatalogEntry> = catalogOf(packs)

/** Indexes the outcomes of packs by slug. Throws when a slug occurs twice. */
export function catalogOf(all: readonly Pack[]): ReadonlyMap<string, CatalogEntry> {
  const entries = new Map<string, CatalogEntry>()
  for (const pack of all) {
    for (const outcome of pack.outcomes) {
      if (entries.has(outcome.slug)) throw new Error(`two outcomes are called ${outcome.slug}`)
      entries.set(outcome.slug, {
        outcome,
        pack,
        publicPath: `/api/v1/outcomes/${outcome.slug}`,
        priceMicroUsdc: BigInt(outcome.cents) * 10_000n,
        impulse: IMPULSE_SLUGS.has(outcome.slug),
        inGuards: pack.dayPass || GUARD_SLUGS.has(outcome.slug),
      })
    }
  }
  return entries
}
