import type { Evidence } from '#shared/doors/agents.ts'

export type Discount = 'self_attested' | 'reciprocal_ring' | 'trial_credential' | 'same_funder' | 'burst'

/** A row with what it adds to successes and failures, after every discount. */
export type Weighed = {
  row: Evidence
  success: number
  failure: number
  discounts: Discount[]
}

const HALF_LIFE_DAYS = 90
const DAY_MS = 86_400_000
/** Rows of one counterparty that count in a day. */
const ROWS_A_DAY = 5
/** Maximum share of one counterparty in the total weight, prior included. */
const MOST_OF_ONE = 0.2
/** The prior of a score, two successes and two failures: weight without a counterparty. */
const PRIOR_WEIGHT = 4

/** Weight of a row by its kind, and the share of it in favour of the agent. */
function basisOf({ kind, rating }: Evidence): { weight: number; share: number } {
  switch (kind) {
    case 'settled':
      return { weight: 0.2, share: 1 }
    case 'delivered':
      return { weight: 1, share: 1 }
    case 'attested':
      return { weight: 0.5, share: ((rating ?? 1) - 1) / 4 }
    case 'dispute_lost':
      return { weight: 3, share: 0 }
    case 'dispute_open':
    case 'dispute_won':
      return { weight: 0, share: 0 }
  }
}

/** The counterparty of a row. Wallets funded by one address are one counterparty. */
export const counterpartyOf = ({ cluster, counterparty }: Evidence): string => cluster ?? counterparty

/**
 * Weighs evidence as of a time: by kind, by age (half after 90 days), and less or nothing where it looks made: by the
 * agent itself, on a trial, returned within 7 days, in bursts. One counterparty never has more than a fifth of the
 * weight, so three or four friends move a score only so far. Rows may come in any order.
 */
export function weighEvidence(rows: readonly Evidence[], asOf: Date): Weighed[] {
  const ordered = rows.toSorted((a, b) => a.at.getTime() - b.at.getTime() || (a.id < b.id ? -1 : 1))
  const recent = new Map<string, number[]>()
  const weighed = ordered.map((row): Weighed => {
    const { weight, share } = basisOf(row)
    const discounts: Discount[] = []
    if (row.bySelf) discounts.push('self_attested')
    if (row.isTrial) discounts.push('trial_credential')
    if (row.isReciprocal) discounts.push('reciprocal_ring')
    if (isBurst(recent, row)) discounts.push('burst')
    const isNothing = row.bySelf || row.isTrial || discounts.includes('burst')
    const factor = isNothing ? 0 : row.isReciprocal ? 0.1 : 1
    const ageDays = Math.max(0, asOf.getTime() - row.at.getTime()) / DAY_MS
    const whole = weight * factor * 0.5 ** (ageDays / HALF_LIFE_DAYS)
    return { row, success: whole * share, failure: whole * (1 - share), discounts }
  })
  markClusters(weighed)
  return capped(weighed)
}

function isBurst(recent: Map<string, number[]>, row: Evidence): boolean {
  const at = row.at.getTime()
  const who = counterpartyOf(row)
  const day = [...(recent.get(who) ?? []).filter((earlier) => at - earlier < DAY_MS), at]
  recent.set(who, day)
  return day.length > ROWS_A_DAY
}

function markClusters(weighed: readonly Weighed[]): void {
  for (const members of Map.groupBy(weighed, ({ row }) => counterpartyOf(row)).values()) {
    if (new Set(members.map(({ row }) => row.counterparty)).size < 2) continue
    for (const { discounts } of members) discounts.push('same_funder')
  }
}

function capped(weighed: readonly Weighed[]): Weighed[] {
  const byParty = new Map<string, number>()
  for (const { row, success, failure } of weighed) {
    const party = counterpartyOf(row)
    byParty.set(party, (byParty.get(party) ?? 0) + success + failure)
  }
  const most = mostOfOne([...byParty.values()])
  return weighed.map((one) => {
    const own = byParty.get(counterpartyOf(one.row)) ?? 0
    const factor = own > most ? most / own : 1
    return { ...one, success: one.success * factor, failure: one.failure * factor }
  })
}

/**
 * The cap under which no counterparty has more than a fifth of what is left once all are under it: with `n` of them at
 * the cap and `rest` below, cap = 0.2 (n cap + rest + prior).
 */
function mostOfOne(weights: readonly number[]): number {
  const largestFirst = weights.toSorted((a, b) => b - a)
  let rest = weights.reduce((sum, one) => sum + one, PRIOR_WEIGHT)
  for (const [above, weight] of largestFirst.entries()) {
    const cap = (MOST_OF_ONE * rest) / (1 - MOST_OF_ONE * above)
    // Always so at the fifth: four at the cap leave a fifth for all others together.
    if (weight <= cap) return above === 0 ? weight : cap
    rest -= weight
  }
  return (MOST_OF_ONE * rest) / (1 - MOST_OF_ONE * weights.length)
}
