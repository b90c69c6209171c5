export type UsageWanted = {
  agentId?: string | undefined
  from: Date
  to: Date
  groupBy: 'slug' | 'day' | 'pack' | 'agent' | 'rail'
}

/** In wire form (snake_case). */
export type UsageGroup = {
  key: string
  calls: number
  spend_cents: number
  errors: number
  p50_ms: number | null
  last_called_at: string | null
}

export type Usage = {
  totals: {
    calls: number
    paid_calls: number
    free_calls: number
    failed_uncharged: number
    spend_cents: number
    pass_covered_cents: number
  }
  groups: UsageGroup[]
  balance: { balance_cents: number | null; credential: 'key' | 'pass' | 'trial' | 'wallet'; expires_at: string | null }
  /** Cents paid in the last 1, 7 and 30 days: in total, and for calls that a day pass covers. */
  recent: { days: 1 | 7 | 30; spendCents: number; guardsCents: number }[]
  /** Cents paid in the last 24 h for bodies already sent in that time. */
  repeatedCents: number
  repeatedCalls: number
  /** Slugs called and paid in the last 24 h. */
  paidSlugs: string[]
}

/** Usage statistics of the credential that pays this call. This call is not counted. */
export type UsageDoor = { read: (wanted: UsageWanted) => Promise<Usage> }

export type EvidenceKind = 'settled' | 'delivered' | 'attested' | 'dispute_open' | 'dispute_lost' | 'dispute_won'
/** One piece of evidence about an agent, from an action of a credential. */
export type Evidence = {
  id: string
  kind: EvidenceKind
  rating: number | null
  /** The credential that provided the evidence, as an opaque text. */
  counterparty: string
  /** Counterparties with the same cluster count as one, such as wallets funded by one address. */
  cluster: string | null
  /** Whether the attesting label, or the credential itself, uses the agent's own name. */
  bySelf: boolean
  isTrial: boolean
  /** Whether the agent attested the attester within 7 days. */
  isReciprocal: boolean
  at: Date
}

export type LeaderboardMetric = 'reputation' | 'settled_volume' | 'calls' | 'jobs_completed' | 'attestations'
export type LeaderboardPeriod = '24h' | '7d' | '30d' | 'all'
/** In wire form. */
export type LeaderboardRow = {
  rank: number
  agent_id: string
  handle: string
  value: number
  n: number
  change_rank: number | null
}

/** Facts about agents. `agent_id` is only a label; the credentials behind the evidence count. */
export type AgentsDoor = {
  evidence: (agentId: string, asOf: Date) => Promise<Evidence[]>
  leaderboard: (wanted: {
    metric: LeaderboardMetric
    period: LeaderboardPeriod
    limit: number
    /** The agent whose own row is wanted as well. */
    agentId: string | null
  }) => Promise<{
    rows: LeaderboardRow[]
    self: LeaderboardRow | null
    total: number
    from: string | null
    takenAt: string | null
  }>
  /** Removes the caller's own agent from the leaderboards, or adds it back. */
  optOut: (agentId: string, out: boolean) => Promise<void>
}
