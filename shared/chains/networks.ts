/** CAIP-2 ids of the two networks, also in the playground and the tests: the local chains use the real ids. */
export const BASE = 'eip155:8453'
export const SOLANA = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'
export type Network = typeof BASE | typeof SOLANA

/** Names of the networks in x402 v1. */
export const V1_NAMES = { [BASE]: 'base', [SOLANA]: 'solana' } as const satisfies Record<Network, string>

export const BASE_CHAIN_ID = 8453

/** USDC's addresses on the two networks. Amounts are micro-USDC (6 decimals). */
export const BASE_USDC = '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913'
export const SOLANA_USDC = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'

/** The EIP-712 domain of USDC on Base. Signatures made with another name are invalid. */
export const BASE_USDC_DOMAIN = { name: 'USD Coin', version: '2' } as const

/** Address of Multicall3 on every EVM chain. Facilitators use it to diagnose failed payments. */
export const MULTICALL3 = '0xcA11bde05977b3631167028862bE2a173976CA11'
