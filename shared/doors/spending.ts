export type SpendPolicy = {
  ceilingCents: number
  windowS: number
  perCallMaxCents: number | null
  allowPayees: readonly string[] | null
}

export type SpendIntent = {
  agentId: string
  amountCents: number
  payee: string | null
  purpose: string | null
  /** Null: this intent never counts as a replay. */
  nonce: string | null
}

export type SpendWindow = {
  spentCents: number
  reservedCents: number
  ceilingCents: number
  windowS: number
  /** When the oldest spend leaves the window; null when there is none. */
  oldestExpiresAt: string | null
}

/** Why a spend is blocked. */
export type SpendBlock =
  | 'over_ceiling'
  | 'over_per_call_max'
  | 'payee_not_allowed'
  | 'replay_conflict'
  | 'already_committed'
  | 'clearance_invalid'
  | 'clearance_expired'
  | 'clearance_used'
  | 'amount_exceeds_clearance'

export type SpendAnswer = {
  blocks: readonly { code: SpendBlock; message: string; policy: 'request' | 'stored' | null }[]
  /** The clearance token of a live reservation; null in every other answer. */
  clearanceToken: string | null
  window: SpendWindow
  replay: boolean
  /** Seconds until the same amount would fit; null when it fits now or never will. */
  retryAfterS: number | null
  /** A stored policy that is stricter than the request's; else null. */
  storedPolicy: SpendPolicy | null
}

/**
 * The spending ledger of the paying credential, by agent label. Decisions are atomic: no entry changes meanwhile. A
 * writing method takes effect once per call.
 */
export type SpendingDoor = {
  /** Decides without reserving anything. */
  check: (intent: SpendIntent, policy: SpendPolicy) => Promise<SpendAnswer>
  /** Reserves the amount for 300 s when it fits. */
  reserve: (intent: SpendIntent, policy: SpendPolicy) => Promise<SpendAnswer>
  commit: (intent: SpendIntent, policy: SpendPolicy, clearanceToken: string) => Promise<SpendAnswer>
  release: (intent: SpendIntent, policy: SpendPolicy, clearanceToken: string) => Promise<SpendAnswer>
  /** Stores limits for an agent. Later requests may be stricter, never looser. */
  savePolicy: (agentId: string, policy: SpendPolicy) => Promise<void>
  /** Returns how many spends of this credential to one of these payees were committed. Read-only. */
  paidTo: (payees: readonly string[]) => Promise<number>
  /** Releases what this call reserved, when it could not be answered. */
  undo: () => Promise<void>
}

export type RateAsked = { key: string; limit: number; periodS: number; burst: number; cost: number }
export type RateAnswer = {
  allowed: boolean
  /** Whole tokens left. */
  remaining: number
  resetAfterS: number
  /** 0 when allowed; null when the cost never fits. */
  retryAfterS: number | null
  /** The previous limit of this key when it differs; else null. */
  earlierLimit: string | null
}
/** Token buckets (GCRA) of the paying credential, by key. Tokens are taken once per call. */
export type RatesDoor = { take: (asked: RateAsked) => Promise<RateAnswer> }

/** Issued receipts, unique by payer, agent and nonce. */
export type ReceiptsDoor = {
  /** The nonce for a call that sends none: the same on every attempt. */
  ownNonce: string
  find: (agentId: string, nonce: string) => Promise<{ digest: string; receipt: Record<string, unknown> } | null>
  /** Stores a receipt. Returns the stored one, which is another one if a concurrent call stored it first. */
  keep: (made: {
    agentId: string
    nonce: string
    digest: string
    receipt: Record<string, unknown>
  }) => Promise<{ digest: string; receipt: Record<string, unknown> }>
}
