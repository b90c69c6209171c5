import type { ReadableChain } from '#shared/chains/readable-chains.ts'
import type { Config } from '#shared/config.ts'

import { urlsOf } from '../settlement/open-rpc.ts'

/** RPC URLs for reading each chain. Default: those of settlement. */
export const chainUrls = (
  config: Pick<
    Config,
    | 'BASE_READ_RPC_URL'
    | 'BASE_RPC_URL'
    | 'BASE_SEPOLIA_READ_RPC_URL'
    | 'SOLANA_READ_RPC_URL'
    | 'SOLANA_RPC_URL'
    | 'SOLANA_DEVNET_READ_RPC_URL'
  >,
): Record<ReadableChain, readonly string[]> => ({
  base: urlsOf(config.BASE_READ_RPC_URL ?? config.BASE_RPC_URL),
  'base-sepolia': urlsOf(config.BASE_SEPOLIA_READ_RPC_URL),
  solana: urlsOf(config.SOLANA_READ_RPC_URL ?? config.SOLANA_RPC_URL),
  'solana-devnet': urlsOf(config.SOLANA_DEVNET_READ_RPC_URL),
})
