import type { Evidence } from '#shared/doors/agents.ts'
import { betaQuantile } from './beta-quantile.ts'
import { counterpartyOf, type Discount, type Weighed, weighEvidence } from './weigh-evidence.ts'

export type Level = 'unknown' | 'new' | 'emerging' | 'established' | 'trusted'
export type Component = { value: number | null; weight: number; n: number }

export type AgentScore = {
  /** 0 to 100; null below three independent counterparties. */
  score: number | null
  /** 90 % of the posterior. */
  interval: { low: number; high: number } | null
  level: Level
  components: Record<'settlement_reliability' | 'delivery' | 'attestations' | 'disputes' | 'tenure', Component>
  counterparties: number
  evidenceCount: number
  discounts: { code: Discount; rows: number; effect: string }[]
  disputes: { open: number; lost: number; won: number }
  firstSeen: Date | null
  weighed: Weighed[]
}

/** The prior of an unknown agent: two successes and two failures. */
const PRIOR = 2
const FEWEST_COUNTERPARTIES = 3
const DAY_MS = 86_400_000

const EFFECTS: Record<Discount, string> = {
  self_attested: 'weight 0: the agent speaks of itself',
  reciprocal_ring: 'weight 0.1: the two attested each other within 7 days',
  trial_credential: 'weight 0: a trial costs nothing',
  same_funder: 'counted as one counterparty: one wallet paid for them',
  burst: 'weight 0: more than 5 rows of one counterparty in 24 h',
}

/**
 * Scores an agent from evidence as of a time: a Beta posterior over weighted rows. The order of the rows does not
 * matter.
 */
export function scoreAgent(rows: readonly Evidence[], asOf: Date): AgentScore {
  const weighed = weighEvidence(rows, asOf)
  const counting = weighed.filter(({ success, failure }) => success + failure > 0)
  const counterparties = new Set(counting.map(({ row }) => counterpartyOf(row))).size
  const a = PRIOR + sum(counting, 'success')
  const b = PRIOR + sum(counting, 'failure')
  const isKnown = counterparties >= FEWEST_COUNTERPARTIES
  const interval = isKnown
    ? { low: tenth(100 * betaQuantile(0.05, a, b)), high: tenth(100 * betaQuantile(0.95, a, b)) }
    : null
  const times = rows.map(({ at }) => at.getTime())
  const firstSeen = times.length === 0 ? null : new Date(Math.min(...times))
  return {
    score: isKnown ? Math.round((100 * a) / (a + b)) : null,
    interval,
    level: levelOf(rows.length, interval?.low ?? null, counterparties),
    components: componentsOf(counting, firstSeen, asOf),
    counterparties,
    evidenceCount: counting.length,
    discounts: discountsOf(weighed),
    disputes: {
      open: count(rows, 'dispute_open'),
      lost: count(rows, 'dispute_lost'),
      won: count(rows, 'dispute_won'),
    },
    firstSeen,
    weighed,
  }
}

function levelOf(rows: number, low: number | null, counterparties: number): Level {
  if (rows === 0) return 'unknown'
  if (low === null) return 'new'
  if (low >= 80 && counterparties >= 20) return 'trusted'
  return low >= 60 && counterparties >= 10 ? 'established' : 'emerging'
}

function componentsOf(counting: readonly Weighed[], firstSeen: Date | null, asOf: Date): AgentScore['components'] {
  const total = sum(counting, 'success') + sum(counting, 'failure')
  const of = (...kinds: Evidence['kind'][]): Component => {
    const own = counting.filter(({ row }) => kinds.includes(row.kind))
    const [success, failure] = [sum(own, 'success'), sum(own, 'failure')]
    const isEmpty = success + failure === 0
    return {
      value: isEmpty ? null : hundredth(success / (success + failure)),
      weight: total === 0 ? 0 : hundredth((success + failure) / total),
      n: own.length,
    }
  }
  const days = firstSeen === null ? 0 : Math.max(0, Math.floor((asOf.getTime() - firstSeen.getTime()) / DAY_MS))
  return {
    settlement_reliability: of('settled'),
    delivery: of('delivered'),
    attestations: of('attested'),
    disputes: of('dispute_lost', 'dispute_won', 'dispute_open'),
    // Age alone is not a merit: it is shown and has no weight.
    tenure: { value: firstSeen === null ? null : hundredth(Math.min(1, days / 365)), weight: 0, n: days },
  }
}

function discountsOf(weighed: readonly Weighed[]): AgentScore['discounts'] {
  const codes = weighed.flatMap(({ discounts }) => discounts)
  return [...Map.groupBy(codes, (code) => code)]
    .map(([code, rows]) => ({ code, rows: rows.length, effect: EFFECTS[code] }))
    .toSorted((a, b) => (a.code < b.code ? -1 : 1))
}

const sum = (rows: readonly Weighed[], side: 'success' | 'failure') => rows.reduce((total, row) => total + row[side], 0)
const count = (rows: readonly Evidence[], kind: Evidence['kind']) => rows.filter((row) => row.kind === kind).length
const hundredth = (value: number) => Math.round(value * 100) / 100
const tenth = (value: number) => Math.round(value * 10) / 10
