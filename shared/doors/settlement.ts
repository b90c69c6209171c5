/** A lookup on a chain: a transaction by its id, a payment by its whole payload (x402 v2 or v1), or both. */
export type InspectQuestion = {
  /** CAIP-2. */
  network: string
  transaction: string | null
  /** The body of x402's /verify: `{x402Version, paymentPayload, paymentRequirements}`. */
  payment: unknown
}

/** Amounts are raw units of the asset, as decimal text. */
export type InspectedTransfer = { from: string; to: string; asset: string; raw: string }

/** The state of a chain as of `block`, whose time is Unix seconds. */
export type Inspected = {
  /** Why `payment` could not be looked up; the rest then says nothing about it. Null otherwise. */
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
  /** The state of the payment; null when none was requested. `unpaid` is final: it cannot be paid any more. */
  payment: {
    state: 'paid' | 'unpaid' | 'unknown'
    /** Only for unpaid and unknown. */
    reason: string | null
    transaction: string | null
    /** The authorization's nonce on Base, the SHA-256 of the message on Solana. */
    nonce: string
    used: boolean | null
    /** Unix seconds; null on Solana, where the blockhash limits the validity. */
    validBeforeS: number | null
  } | null
}

/** Asks the settlement process about the chains it settles on. */
export type SettlementDoor = {
  /** Throws `unavailable` (503), uncharged, when the settlement process does not answer, or cannot reach the chain. */
  inspect: (question: InspectQuestion) => Promise<Inspected & { latencyMs: number }>
}
