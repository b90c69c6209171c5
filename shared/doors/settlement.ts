/** What is asked of a chain: a transaction by its id, a payment by its whole payload (x402 v2 or v1), or both. */
export type InspectQuestion = {
  /** CAIP-2. */
  network: string
  transaction: string | null
  /** The body of x402's /verify: `{x402Version, paymentPayload, paymentRequirements}`. */
  payment: unknown
}

/** Amounts are raw units of the asset, decimal. */
export type InspectedTransfer = { from: string; to: string; asset: string; raw: string }

/** What a chain shows. Everything is as of `block`, whose time is in seconds. */
export type Inspected = {
  /** Why `payment` is none that could be looked for; the rest says nothing of it then. */
  noPayment: string | null
  block: { number: number; timeS: number }
  /** Null when the chain has no such transaction. */
  transaction: {
    id: string
    ok: boolean
    block: number
    confirmations: number
    finality: 'latest' | 'confirmed' | 'finalized'
    transfers: InspectedTransfer[]
  } | null
  /** What became of the payment; null when none was asked for. `unpaid` is final: it cannot be paid any more. */
  payment: {
    state: 'paid' | 'unpaid' | 'unknown'
    /** Of unpaid and unknown. */
    reason: string | null
    transaction: string | null
    /** The authorization's nonce on Base, the SHA-256 of the message on Solana. */
    nonce: string
    used: boolean | null
    /** Seconds since 1970; null on Solana, where a blockhash says how long. */
    validBeforeS: number | null
  } | null
}

/** The settlement process, asked about the chains it settles on. */
export type SettlementDoor = {
  /** Throws `unavailable` (503) while neither it nor a node answers; nothing is charged. */
  inspect: (question: InspectQuestion) => Promise<Inspected & { latencyMs: number }>
}
