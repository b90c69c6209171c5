import { BASE, SOLANA } from './networks.ts'

/**
 * The chains that outcomes can read, by the names callers use, with their CAIP-2 ids. Payments use only the mainnets.
 */
export const READABLE_CHAINS = {
  base: BASE,
  'base-sepolia': 'eip155:84532',
  solana: SOLANA,
  'solana-devnet': 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1',
} as const

export type ReadableChain = keyof typeof READABLE_CHAINS
export type EvmChain = 'base' | 'base-sepolia'
export type SolanaCluster = 'solana' | 'solana-devnet'
