/** What passes cost in cents, how long they last, and whether they cover everything or guards only (outcomes-api.md). */
const PASSES = [
  { days: 1, cents: 50, name: 'day', covers: 'guards' },
  { days: 7, cents: 249, name: 'week', covers: 'all' },
  { days: 30, cents: 799, name: 'month', covers: 'all' },
] as const

type Spent = { days: number; spendCents: number; guardsCents: number }
type BundleTerms = { id: string; slugs: readonly string[]; listCents: number; bundleCents: number }
type Known = {
  recent: readonly Spent[]
  repeatedCents: number
  repeatedCalls: number
  paidSlugs: readonly string[]
  balance: { balance_cents: number | null; credential: string; expires_at: string | null } | null
  bundles: readonly BundleTerms[]
  nowMs: number
}

export type Advice = {
  code: 'pass_cheaper' | 'bundle_cheaper' | 'cache_hit_possible' | 'trial_ending'
  saves_cents: number
  detail: string
}

/** A trial with less than this left, in hours or cents, is about to end. */
const TRIAL_HOURS = 12
const TRIAL_CENTS = 3

/** Ways to spend less that the figures themselves show; the largest saving first. Pure. */
export function usageAdvice(known: Known): Advice[] {
  return [...passes(known), ...bundlesOf(known), ...repeats(known), ...trial(known)].toSorted(
    (a, b) => b.saves_cents - a.saves_cents,
  )
}

function passes({ recent, balance }: Known): Advice[] {
  if (balance?.credential === 'pass') return []
  return PASSES.flatMap(({ days, cents, name, covers }) => {
    const spent = recent.find((one) => one.days === days)
    const coverable = (covers === 'guards' ? spent?.guardsCents : spent?.spendCents) ?? 0
    if (coverable <= cents) return []
    const what = covers === 'guards' ? 'calls it covers' : 'calls'
    const detail = `${coverable} cents went to ${what} in the last ${days === 1 ? '24 h' : `${days} days`}; a ${name} pass costs ${cents}.`
    return [{ code: 'pass_cheaper', saves_cents: coverable - cents, detail }]
  })
}

function bundlesOf({ bundles, paidSlugs }: Known): Advice[] {
  const paid = new Set(paidSlugs)
  return bundles
    .filter(({ slugs, listCents, bundleCents }) => bundleCents < listCents && slugs.every((slug) => paid.has(slug)))
    .map(({ id, listCents, bundleCents }) => ({
      code: 'bundle_cheaper',
      saves_cents: listCents - bundleCents,
      detail: `All parts of ${id} were called in the last 24 h; together they cost ${bundleCents} instead of ${listCents} cents.`,
    }))
}

function repeats({ repeatedCents, repeatedCalls }: Known): Advice[] {
  if (repeatedCents === 0) return []
  return [
    {
      code: 'cache_hit_possible',
      saves_cents: repeatedCents,
      detail: `${repeatedCalls} calls of the last 24 h sent a body that had been sent before: keep the answer, or send the same Idempotency-Key to get it again free.`,
    },
  ]
}

function trial({ balance, nowMs }: Known): Advice[] {
  if (balance?.credential !== 'trial') return []
  const hours = balance.expires_at === null ? Infinity : (Date.parse(balance.expires_at) - nowMs) / 3_600_000
  const cents = balance.balance_cents ?? 0
  if (hours > TRIAL_HOURS && cents > TRIAL_CENTS) return []
  const left = `${cents} cents and ${Math.max(0, Math.floor(hours))} h are left of the trial`
  return [{ code: 'trial_ending', saves_cents: 0, detail: `${left}; fund a key from 100 cents, or buy a pass.` }]
}
