import { describe, expect, test } from 'vitest'

import { bundles, missingSlugs } from './bundles.ts'
import { catalog } from './catalog.ts'

/** List prices in cents of every bundle member. */
const LIST_CENTS: Record<string, number> = {
  'agent-state-guard': 10,
  'idempotency-guard': 10,
  'drift-guard': 8,
  'memory-integrity-check': 10,
  'state-correctness-assert': 8,
  '402-failure-classifier': 2,
  'readback-receipt': 2,
  'constraint-receipt-verify': 2,
  'retry-storm-guard': 8,
  'settlement-status': 2,
  'prompt-injection-scan': 5,
  'mcp-server-audit': 8,
  'agent-tool-permission-review': 8,
  'capability-attack-surface-scan': 8,
  'json-repair': 1,
  'csv-clean': 2,
  'json-schema-diff': 3,
  'webhook-normalize': 2,
  'wallet-readiness-pack': 50,
  'merchant-legit-gate': 5,
  'spend-guard': 2,
  'stable-payto-check': 2,
  'accepts-dual-rail-check': 2,
  'action-receipt': 2,
  'repo-due-diligence': 99,
  'website-intelligence': 49,
  'lead-research': 100,
}

describe.each(bundles)('$id', (bundle) => {
  test('lists what its members cost together', () => {
    expect(bundle.slugs.reduce((sum, slug) => sum + (LIST_CENTS[slug] ?? Number.NaN), 0)).toBe(bundle.listCents)
  })

  test('costs its list price less the stated percentage, to the cent', () => {
    expect(Math.round((bundle.listCents * (100 - bundle.discountPercent)) / 100)).toBe(bundle.bundleCents)
  })

  test('has members that cost in the catalog what the list price counts for them', () => {
    const here = bundle.slugs.flatMap((slug) => catalog.get(slug) ?? [])
    expect(here.map(({ outcome }) => outcome.cents)).toEqual(here.map(({ outcome }) => LIST_CENTS[outcome.slug]))
  })

  test('misses exactly the members the catalog does not have', () => {
    const missing = missingSlugs(bundle, catalog)
    expect(bundle.slugs.filter((slug) => catalog.has(slug)).length + missing.length).toBe(bundle.slugs.length)
    expect(missingSlugs(bundle, new Map())).toEqual(bundle.slugs)
  })
})
