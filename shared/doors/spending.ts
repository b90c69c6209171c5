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
  /** Null: this intent is like no other. */
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

/** Why a spend may not happen. */
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
  /** The clearance of a reservation that is live; null for every other answer. */
  clearanceToken: string | null
  window: SpendWindow
  replay: boolean
  /** Seconds until the same amount would fit; null when it fits or never will. */
  retryAfterS: number | null
  /** A stored policy that was stricter than the request. */
  storedPolicy: SpendPolicy | null
}

/**
 * The spending ledger of the paying credential, by agent label. Every decision is made on entries that nobody changed
 * meanwhile, and a writing verb happens once for its call.
 */
export type SpendingDoor = {
  /** Decides without holding anything. */
  check: (intent: SpendIntent, policy: SpendPolicy) => Promise<SpendAnswer>
  /** Holds the amount for 300 s when it fits. */
  reserve: (intent: SpendIntent, policy: SpendPolicy) => Promise<SpendAnswer>
  commit: (intent: SpendIntent, policy: SpendPolicy, clearanceToken: string) => Promise<SpendAnswer>
  release: (intent: SpendIntent, policy: SpendPolicy, clearanceToken: string) => Promise<SpendAnswer>
  /** Keeps limits for an agent: later requests may be stricter, never looser. */
  savePolicy: (agentId: string, policy: SpendPolicy) => Promise<void>
  /** How many spends of this credential to one of these payees were made final. Reads only. */
  paidTo: (payees: readonly string[]) => Promise<number>
  /** Gives back what this very call reserved, when it could not be answered. */
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
  /** The limit this key was asked with before, where it was another one. */
  earlierLimit: string | null
}
/** Token buckets (GCRA) of the paying credential, by key. Tokens are taken once for a call. */
export type RatesDoor = { take: (asked: RateAsked) => Promise<RateAnswer> }

/** Receipts that were minted, unique by payer, agent and nonce. */
export type ReceiptsDoor = {
  /** The nonce of this call where it brings none: the same at every attempt. */
  ownNonce: string
  find: (agentId: string, nonce: string) => Promise<{ digest: string; receipt: Record<string, unknown> } | null>
  /** Keeps a receipt; answers with the one that is kept, which is another's where that was quicker. */
  keep: (
    agentId: string,
    nonce: string,
    digest: string,
    receipt: Record<string, unknown>,
  ) => Promise<{ digest: string; receipt: Record<string, unknown> }>
}
