/** A token whose facts are built in. */
export type TokenFact = {
  /** CAIP-2 of its network. */
  network: string
  address: string
  symbol: string
  decimals: number
  /** Worth one US dollar a unit, for comparisons. */
  isUsd: boolean
  /** The EIP-712 domain its contract signs by; null where it has none or it is not known for sure. */
  domain: { name: string; version: string } | null
  /** How `exact` moves it unless the requirement says otherwise. */
  method: 'eip3009' | 'permit2' | 'spl'
}

type More = { symbol?: string; version?: string; decimals?: number; method?: 'eip3009' | 'permit2'; isUsd?: boolean }

/** A dollar token of an EVM chain: USDC with six decimals that moves by EIP-3009, unless said otherwise. */
const usd = (chainId: number, address: string, name: string, more: More = {}): TokenFact => ({
  network: `eip155:${chainId}`,
  address,
  symbol: more.symbol ?? 'USDC',
  decimals: more.decimals ?? 6,
  isUsd: more.isUsd ?? true,
  domain: { name, version: more.version ?? '2' },
  method: more.method ?? 'eip3009',
})

const spl = (network: string, address: string, symbol: string, isUsd = true): TokenFact => ({
  network: `solana:${network}`,
  address,
  symbol,
  decimals: 6,
  isUsd,
  domain: null,
  method: 'spl',
})

const MAINNET = '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'
const DEVNET = 'EtWTRABZaYq6iMfeYKouRu166VU2xqa1'
const TESTNET = '4uhcVJyU9pJkvQyS88uRDiswHXSCkY3z'
const MEZO = { symbol: 'mUSD', version: '1', decimals: 18, method: 'permit2' } as const
const RADIUS = { symbol: 'SBC', version: '1', method: 'permit2' } as const

/**
 * Stablecoins that x402 endpoints charge, as of 2026-11: the default assets of the reference SDK 2.27 and the USDC of
 * further chains. EIP-712 names are those of the contracts, which differ from chain to chain: the commonest reason for a
 * signature that no facilitator accepts. The dollar of a network comes first.
 */
export const TOKENS: readonly TokenFact[] = [
  usd(8453, '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913', 'USD Coin'),
  usd(84532, '0x036CbD53842c5426634e7929541eC2318f3dCF7e', 'USDC'),
  usd(1, '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48', 'USD Coin'),
  usd(11155111, '0x1c7D4B196Cb0C7B01d743Fbc6116a902379C7238', 'USDC'),
  usd(10, '0x0b2C639c533813f4Aa9D7837CAf62653d097Ff85', 'USD Coin'),
  usd(137, '0x3c499c542cEF5E3811e1192ce70d8cC03d5c3359', 'USD Coin'),
  usd(80002, '0x41E94Eb019C0762f9Bfcf9Fb1E58725BfB0e7582', 'USDC'),
  usd(42161, '0xaf88d065e77c8cC2239327C5EDb3A432268e5831', 'USD Coin'),
  usd(421614, '0x75faf114eafb1BDbe2F0316DF893fd58CE46AA4d', 'USD Coin'),
  usd(43114, '0xB97EF9Ef8734C71904D8002F8b6Bc66Dd9c48a6E', 'USD Coin'),
  usd(43113, '0x5425890298aed601595a70AB815c96711a31Bc65', 'USD Coin'),
  usd(143, '0x754704Bc059F8C67012fEd69BC8A327a5aafb603', 'USDC'),
  usd(1329, '0xe15fC38F6D8c56aF07bbCBe3BAf5708A2Bf42392', 'USDC'),
  usd(1328, '0x4fCF1784B31630811181f670Aea7A7bEF803eaED', 'USDC'),
  usd(50, '0xfA2958CB79b0491CC627c1557F441eF849Ca8eb1', 'USDC'),
  usd(51, '0xb5AB69F7bBada22B28e79C8FFAECe55eF1c771D4', 'USDC'),
  usd(42220, '0xcebA9300f2b948710d2653dD7B07f33A8B32118C', 'USDC'),
  usd(42220, '0x48065fbBE25f71C9282ddf5e1cD6D6A887483D5e', 'Tether USD', { symbol: 'USDT', version: '1' }),
  usd(42220, '0xD2ab3C9A02DBBAB236BfEC45D1d755DF4267F771', 'Tether America USD', { symbol: 'USAT', version: '1' }),
  usd(11142220, '0x01C5C0122039549AD1493B8220cABEdD739BC44E', 'USDC'),
  usd(3338, '0xbbA60da06c2c5424f03f7434542280FCAd453d10', 'USDC', { symbol: 'USDC.e' }),
  usd(4689, '0xcdf79194c6c285077a58da47641d4dbe51f63542', 'Bridged USDC', { symbol: 'USDC.e' }),
  usd(2741, '0x84A71ccD554Cc1b02749b35d22F684CC8ec987e1', 'Bridged USDC', { symbol: 'USDC.e' }),
  usd(36900, '0x9cb8142aEBBcdc60AF7c97Af897A67A8f3CA71C2', 'USDC.e', { symbol: 'USDC.e' }),
  usd(190415, '0x401eCb1D350407f13ba348573E5630B83638E30D', 'Bridged USDC', { symbol: 'USDC.e' }),
  usd(181228, '0x401eCb1D350407f13ba348573E5630B83638E30D', 'Bridged USDC', { symbol: 'USDC.e' }),
  usd(38833, '0xA5b8BF902b2844dA17d4506cc827F7F1681735E7', 'USDC', { version: '1', method: 'permit2' }),
  usd(988, '0x779Ded0c9e1022225f8E0630b35a9b54bE713736', 'USDT0', { symbol: 'USDT0', version: '1' }),
  usd(2201, '0x78Cf24370174180738C5B8E352B6D14c83a6c9A9', 'USDT0', { symbol: 'USDT0', version: '1' }),
  usd(14, '0xe7cd86e13AC4309349F30B3435a9d337750fC82D', 'USD₮0', { symbol: 'USDT0', version: '1' }),
  usd(4326, '0xFAfDdbb3FC7688494971a79cc65DCa3EF82079E7', 'MegaUSD', {
    symbol: 'MegaUSD',
    version: '1',
    decimals: 18,
    method: 'permit2',
  }),
  usd(31612, '0xdD468A1DDc392dcdbEf6db6e34E89AA338F9F186', 'Mezo USD', MEZO),
  usd(31611, '0x118917a40FAF1CD7a13dB0Ef56C86De7973Ac503', 'Mezo USD', MEZO),
  usd(723487, '0x33ad9e4BD16B69B5BFdED37D8B5D9fF9aba014Fb', 'Stable Coin', RADIUS),
  usd(72344, '0x33ad9e4BD16B69B5BFdED37D8B5D9fF9aba014Fb', 'Stable Coin', RADIUS),
  usd(8453, '0x60a3E35Cc302bFA44Cb288Bc5a4F316Fdb1adb42', 'EURC', { symbol: 'EURC', isUsd: false }),
  spl(MAINNET, 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v', 'USDC'),
  spl(MAINNET, 'Es9vMFrzaCERmJfrF4H2FYD4KCoNkY11McCe8BenwNYB', 'USDT'),
  spl(MAINNET, '2u1tszSeqZ3qBWF3uNGPFc8TzMk2tdiwknnRMWGWjGWH', 'USDG'),
  spl(MAINNET, '2b1kV6DkPAnxd5ixfnxCpjxmKwqjjaYmCZfHsFu24GXo', 'PYUSD'),
  spl(MAINNET, 'CASHx9KJUStyftLFWGvEVf59SGeG9sh5FfcnZMVPCASH', 'CASH'),
  spl(MAINNET, 'HzwqbKZw8HxMN6bF2yFZNrht3c2iXXzpKcFu7uBEDKtr', 'EURC', false),
  spl(DEVNET, '4zMMC9srt5Ri5X14GAgXhaHii3GnPAEERYPJgZJDncDU', 'USDC'),
  spl(DEVNET, '4F6PM96JJxngmHnZLBh9n58RH4aTVNWvDs2nuwrT5BP7', 'USDG'),
  spl(DEVNET, 'CXk2AMBfi3TwaEL2468s6zP8xq9NxTXjp9gjMgzeUynM', 'PYUSD'),
  spl(TESTNET, '4zMMC9srt5Ri5X14GAgXhaHii3GnPAEERYPJgZJDncDU', 'USDC'),
  spl(TESTNET, '4F6PM96JJxngmHnZLBh9n58RH4aTVNWvDs2nuwrT5BP7', 'USDG'),
  spl(TESTNET, 'CXk2AMBfi3TwaEL2468s6zP8xq9NxTXjp9gjMgzeUynM', 'PYUSD'),
]
