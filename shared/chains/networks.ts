/** CAIP-2 names of the two networks, in the playground and the tests too (their chains carry the real ids). */
export const BASE = 'eip155:8453'
export const SOLANA = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'
export type Network = typeof BASE | typeof SOLANA

/** Their names in x402 v1. */
export const V1_NAMES = { [BASE]: 'base', [SOLANA]: 'solana' } as const satisfies Record<Network, string>

export const BASE_CHAIN_ID = 8453

/** USDC's addresses on the two networks; amounts are micro-USDC (6 decimals). */
export const BASE_USDC = '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913'
export const SOLANA_USDC = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'

/** The EIP-712 domain of USDC on Base, which is no label: with another name no signature holds. */
export const BASE_USDC_DOMAIN = { name: 'USD Coin', version: '2' } as const

/** Where Multicall3 lives on every EVM chain; facilitators diagnose failed payments with it. */
export const MULTICALL3 = '0xcA11bde05977b3631167028862bE2a173976CA11'
