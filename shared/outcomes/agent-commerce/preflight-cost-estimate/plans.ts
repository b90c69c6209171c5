import { MICRO_PER_CENT, type Line } from './price-lines.ts'

export type PassTerms = { scope: 'guards' | 'all'; hours: number; cents: number }

/** What the catalog sells, as far as a price is made of it. */
export type Catalog = {
  centsOf: (slug: string) => number | null
  inGuards: (slug: string) => boolean
  passes: Readonly<Record<'day' | 'week' | 'month', PassTerms>>
  bundles: readonly { id: string; slugs: readonly string[]; bundleCents: number }[]
}

/** One way to pay for the whole plan; what it does not cover is paid call by call. Money in micro-USDC. */
export type Plan = {
  plan: string
  cost_micro: bigint
  covers: readonly string[]
  uncovered_micro: bigint
  total_micro: bigint
  saves_micro: bigint
}

/** Fair use of a pass (README, Pass fair use): calls above ten cents a day, and featured slots in all. */
const DEAR_PER_DAY = 20
const DEAR_MICRO = 10n * MICRO_PER_CENT
const FEATURED = 'featured-agent-slot'
const FUND_LEAST = 100n * MICRO_PER_CENT

/** Every way to pay that the plan can use: call by call, each bundle it holds whole, the passes, a funded key. */
export function paymentPlans(lines: readonly Line[], catalog: Catalog): Plan[] {
  const total = lines.reduce((sum, { micro }) => sum + (micro ?? 0n), 0n)
  const priced = lines.filter(({ known }) => known)
  const finish = (plan: string, cost: bigint, covers: readonly string[], uncovered: bigint): Plan => ({
    plan,
    cost_micro: cost,
    covers,
    uncovered_micro: uncovered,
    total_micro: cost + uncovered,
    saves_micro: total - cost - uncovered,
  })
  const slugs = [...new Set(priced.map(({ slug }) => slug))]
  return [
    finish('per_call', total, slugs, 0n),
    ...catalog.bundles.flatMap((bundle) => {
      const sets = Math.min(...bundle.slugs.map((slug) => ownCalls(priced, slug)))
      if (sets < 1 || !Number.isFinite(sets)) return []
      const list = bundle.slugs.reduce((sum, slug) => sum + BigInt(catalog.centsOf(slug) ?? 0) * MICRO_PER_CENT, 0n)
      const cost = BigInt(bundle.bundleCents) * MICRO_PER_CENT * BigInt(sets)
      return [finish(`bundle:${bundle.id}`, cost, bundle.slugs, total - list * BigInt(sets))]
    }),
    ...(['day', 'week', 'month'] as const).map((name) => {
      const terms = catalog.passes[name]
      const { covered, slugs: under } = underPass(priced, terms, catalog)
      return finish(`${name}_pass`, BigInt(terms.cents) * MICRO_PER_CENT, under, total - covered)
    }),
    // What is left on a funded key stays the caller's, so it costs what the calls cost.
    { ...finish('fund', total > FUND_LEAST ? total : FUND_LEAST, slugs, 0n), total_micro: total, saves_micro: 0n },
  ]
}

/** Calls of a slug at the catalog's price: only those are part of a bundle or a pass. */
const ownCalls = (lines: readonly Line[], slug: string) =>
  lines.filter((line) => line.slug === slug && line.price_source === 'catalog').reduce((sum, { qty }) => sum + qty, 0)

function underPass(lines: readonly Line[], { scope, hours }: PassTerms, { inGuards }: Catalog) {
  let dear = DEAR_PER_DAY * Math.ceil(hours / 24)
  let slots = 1
  let covered = 0n
  const slugs = new Set<string>()
  for (const { slug, qty, unit, price_source } of lines) {
    if (unit === null || price_source !== 'catalog' || (scope === 'guards' && !inGuards(slug))) continue
    const isDear = unit > DEAR_MICRO
    const most = Math.min(qty, isDear ? dear : qty, slug === FEATURED ? slots : qty)
    if (isDear) dear -= most
    if (slug === FEATURED) slots -= most
    if (most > 0) slugs.add(slug)
    covered += unit * BigInt(most)
  }
  return { covered, slugs: [...slugs] }
}
