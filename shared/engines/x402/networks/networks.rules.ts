/** One network as x402 documents name it. `legacy` is its x402 v1 name. */
export type NetworkFact = { caip2: string; name: string; legacy: string | null; testnet: boolean }

const evm = (chainId: number, name: string, legacy: string | null, testnet = false): NetworkFact => ({
  caip2: `eip155:${chainId}`,
  name,
  legacy,
  testnet,
})

/**
 * Networks that are known by name, as of 2026-11. The v1 names are those of the reference SDKs' closed list; names that
 * only single facilitators use follow at the end.
 */
export const NETWORKS: readonly NetworkFact[] = [
  evm(8453, 'Base', 'base'),
  evm(84532, 'Base Sepolia', 'base-sepolia', true),
  evm(1, 'Ethereum', 'ethereum'),
  evm(11155111, 'Ethereum Sepolia', 'sepolia', true),
  evm(137, 'Polygon', 'polygon'),
  evm(80002, 'Polygon Amoy', 'polygon-amoy', true),
  evm(43114, 'Avalanche', 'avalanche'),
  evm(43113, 'Avalanche Fuji', 'avalanche-fuji', true),
  evm(2741, 'Abstract', 'abstract'),
  evm(11124, 'Abstract Testnet', 'abstract-testnet', true),
  evm(4689, 'IoTeX', 'iotex'),
  evm(1329, 'Sei', 'sei'),
  evm(1328, 'Sei Testnet', 'sei-testnet', true),
  evm(3338, 'Peaq', 'peaq'),
  evm(1514, 'Story', 'story'),
  evm(41923, 'EDU Chain', 'educhain'),
  evm(324705682, 'SKALE Base Sepolia', 'skale-base-sepolia', true),
  evm(4326, 'MegaETH', 'megaeth'),
  evm(143, 'Monad', 'monad'),
  evm(10143, 'Monad Testnet', 'monad-testnet', true),
  evm(988, 'Stable', 'stable'),
  evm(2201, 'Stable Testnet', 'stable-testnet', true),
  evm(42220, 'Celo', 'celo'),
  evm(14, 'Flare', 'flare'),
  evm(42161, 'Arbitrum One', 'arbitrum'),
  evm(421614, 'Arbitrum Sepolia', 'arbitrum-sepolia', true),
  evm(1187947933, 'SKALE Base', 'skale-base'),
  evm(196, 'X Layer', 'xlayer'),
  evm(1952, 'X Layer Testnet', 'xlayer-testnet', true),
  evm(10, 'OP Mainnet', null),
  evm(11155420, 'OP Sepolia', null, true),
  evm(480, 'World Chain', null),
  evm(4801, 'World Chain Sepolia', null, true),
  evm(50, 'XDC', null),
  evm(51, 'XDC Apothem', null, true),
  evm(11142220, 'Celo Sepolia', null, true),
  evm(36900, 'ADI Chain', null),
  evm(190415, 'HPP', null),
  evm(181228, 'HPP Sepolia', null, true),
  evm(38833, 'Igra', null),
  evm(31612, 'Mezo', null),
  evm(31611, 'Mezo Testnet', null, true),
  evm(723487, 'Radius', null),
  evm(72344, 'Radius Testnet', null, true),
  { caip2: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp', name: 'Solana', legacy: 'solana', testnet: false },
  { caip2: 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1', name: 'Solana Devnet', legacy: 'solana-devnet', testnet: true },
  { caip2: 'solana:4uhcVJyU9pJkvQyS88uRDiswHXSCkY3z', name: 'Solana Testnet', legacy: 'solana-testnet', testnet: true },
  { caip2: 'stellar:pubnet', name: 'Stellar', legacy: null, testnet: false },
  { caip2: 'stellar:testnet', name: 'Stellar Testnet', legacy: null, testnet: true },
  { caip2: 'aptos:1', name: 'Aptos', legacy: null, testnet: false },
  { caip2: 'aptos:2', name: 'Aptos Testnet', legacy: null, testnet: true },
]

/** The v1 names that no list of the reference SDKs has. */
export const UNLISTED_LEGACY: ReadonlySet<string> = new Set([
  'arbitrum',
  'arbitrum-sepolia',
  'monad-testnet',
  'skale-base',
  'xlayer',
  'xlayer-testnet',
])
