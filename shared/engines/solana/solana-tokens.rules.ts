import { SOLANA_USDC } from '#shared/chains/networks.ts'
import type { SolanaCluster } from '#shared/chains/readable-chains.ts'

/** A token that is known by its symbol; the symbol of any other mint is only what its metadata says. */
export type ListedMint = { symbol: string; address: string; decimals: number }

const mint = (symbol: string, address: string, decimals: number): ListedMint => ({ symbol, address, decimals })

/** The well-known mints of Solana. */
export const LISTED_MINTS: Readonly<Record<SolanaCluster, readonly ListedMint[]>> = {
  solana: [
    mint('USDC', SOLANA_USDC, 6),
    mint('USDT', 'Es9vMFrzaCERmJfrF4H2FYD4KCoNkY11McCe8BenwNYB', 6),
    mint('SOL', 'So11111111111111111111111111111111111111112', 9),
    mint('EURC', 'HzwqbKZw8HxMN6bF2yFZNrht3c2iXXzpKcFu7uBEDKtr', 6),
    mint('PYUSD', '2b1kV6DkPAnxd5ixfnxCpjxmKwqjjaYmCZfHsFu24GXo', 6),
    mint('USDG', '2u1tszSeqZ3qBWF3uNGPFc8TzMk2tdiwknnRMWGWjGWH', 6),
    mint('BONK', 'DezXAZ8z7PnrnRJjz3wXBoRgixCa6xjnB7YaB1pPB263', 5),
    mint('JUP', 'JUPyiwrYJFskUPiHa7hkeR8VUtAeFoSnbKedZNsDvCN', 6),
    mint('JitoSOL', 'J1toso1uCk3RLmjorhTtrVwY9HJ7X8V9yYac6Y7kGCPn', 9),
    mint('mSOL', 'mSoLzYCxHdYgdzU16g5QSh3i5K3z3KZK7ytfqcJm7So', 9),
  ],
  'solana-devnet': [
    mint('USDC', '4zMMC9srt5Ri5X14GAgXhaHii3GnPAEERYPJgZJDncDU', 6),
    mint('SOL', 'So11111111111111111111111111111111111111112', 9),
  ],
}

/** Programs transactions commonly call. */
export const KNOWN_PROGRAMS: Readonly<Record<string, string>> = {
  '11111111111111111111111111111111': 'System',
  TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA: 'SPL Token',
  TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb: 'Token-2022',
  ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL: 'Associated Token Account',
  ComputeBudget111111111111111111111111111111: 'Compute Budget',
  MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr: 'Memo',
  Memo1UhkJRfHyvLMcVucJwxXeuD728EqVDDwQDxFMNo: 'Memo v1',
  L2TExMFKdjpN9kozasaurPirfHy9P8sbXoAN1qA3S95: 'Lighthouse',
  metaqbxxUerdq28cj1RbAWkYQm3ybzjb6a8bt518x1s: 'Metaplex Token Metadata',
  JUP6LkbZbjS1jKKwapdHNy74zcZ3tLUZoi5QNyVTaV4: 'Jupiter v6',
  Stake11111111111111111111111111111111111111: 'Stake',
  Vote111111111111111111111111111111111111111: 'Vote',
  AddressLookupTab1e1111111111111111111111111: 'Address Lookup Table',
}
