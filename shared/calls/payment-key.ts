/** What tells one payment from every other: on EVM payer and nonce, on Solana the hash of the signed message. */
export type PaymentKey = { network: string; asset: string; proof: string }
