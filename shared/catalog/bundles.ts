import type { CatalogEntry } from './catalog.ts'

/** Several outcomes sold at one price. Price and discount are copied from outcomes-api.md, not computed. */
export type Bundle = {
  id: string
  slugs: readonly string[]
  /** Members that write for their caller (a reservation, a receipt). They run after all others have a result. */
  last: readonly string[]
  /** Sum of the members' prices, in cents. */
  listCents: number
  bundleCents: number
  /** The advertised percentage; `bundleCents` is what is charged. */
  discountPercent: number
}

/** The bundles of outcomes-api.md, verbatim. */
export const bundles: readonly Bundle[] = [
  {
    id: 'reliability-kit',
    slugs: [
      'agent-state-guard',
      'idempotency-guard',
      'drift-guard',
      'memory-integrity-check',
      'state-correctness-assert',
      '402-failure-classifier',
      'readback-receipt',
      'constraint-receipt-verify',
      'retry-storm-guard',
      'settlement-status',
    ],
    last: ['readback-receipt'],
    listCents: 62,
    bundleCents: 50,
    discountPercent: 20,
  },
  {
    id: 'security-kit',
    slugs: [
      'prompt-injection-scan',
      'mcp-server-audit',
      'agent-tool-permission-review',
      'capability-attack-surface-scan',
    ],
    last: [],
    listCents: 29,
    bundleCents: 23,
    discountPercent: 20,
  },
  {
    id: 'data-hygiene-kit',
    slugs: ['json-repair', 'csv-clean', 'json-schema-diff', 'webhook-normalize'],
    last: [],
    listCents: 8,
    bundleCents: 7,
    discountPercent: 15,
  },
  {
    id: 'wallet-pickaxe-kit',
    slugs: [
      'wallet-readiness-pack',
      'merchant-legit-gate',
      'spend-guard',
      'stable-payto-check',
      'accepts-dual-rail-check',
      'action-receipt',
    ],
    last: ['wallet-readiness-pack', 'spend-guard', 'action-receipt'],
    listCents: 63,
    bundleCents: 63,
    discountPercent: 0,
  },
  {
    id: 'workflow-starters',
    slugs: ['repo-due-diligence', 'website-intelligence', 'lead-research', 'wallet-readiness-pack'],
    last: ['wallet-readiness-pack'],
    listCents: 298,
    bundleCents: 298,
    discountPercent: 0,
  },
]

/** Returns the members of a bundle that are not in the catalog; empty when the bundle is ready. */
export const missingSlugs = (bundle: Bundle, catalog: ReadonlyMap<string, CatalogEntry>): string[] =>
  bundle.slugs.filter((slug) => !catalog.has(slug))
