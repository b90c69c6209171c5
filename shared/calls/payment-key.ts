/** Identifies a payment. `proof` is the payer and nonce on EVM, the hash of the signed message on Solana. */
export type PaymentKey = { network: string; asset: string; proof: string }
