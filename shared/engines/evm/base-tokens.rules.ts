import { BASE_USDC } from '#shared/chains/networks.ts'
import type { EvmChain } from '#shared/chains/readable-chains.ts'

/** A token that is known by its symbol. The symbol of any other contract is only what that contract says. */
export type ListedToken = { symbol: string; name: string; address: string; decimals: number }

const token = (symbol: string, address: string, decimals: number, name: string): ListedToken => ({
  symbol,
  name,
  address,
  decimals,
})

/** The well-known tokens of Base: issuers' own contracts and the canonical bridged ones. */
export const LISTED_TOKENS: Readonly<Record<EvmChain, readonly ListedToken[]>> = {
  base: [
    token('USDC', BASE_USDC, 6, 'USD Coin'),
    token('EURC', '0x60a3E35Cc302bFA44Cb288Bc5a4F316Fdb1adb42', 6, 'EURC'),
    token('WETH', '0x4200000000000000000000000000000000000006', 18, 'Wrapped Ether'),
    token('cbBTC', '0xcbB7C0000aB88B473b1f5aFd9ef808440eed33Bf', 8, 'Coinbase Wrapped BTC'),
    token('DAI', '0x50c5725949A6F0c72E6C4a641F24049A917DB0Cb', 18, 'Dai Stablecoin'),
    token('USDT', '0xfde4C96c8593536E31F229EA8f37b2ADa2699bb2', 6, 'Tether USD'),
    token('USDbC', '0xd9aAEc86B65D86f6A7B5B1b0c42FFA531710b6CA', 6, 'USD Base Coin'),
    token('cbETH', '0x2Ae3F1Ec7F1F5012CFEab0185bfc7aa3cf0DEc22', 18, 'Coinbase Wrapped Staked ETH'),
    token('wstETH', '0xc1CBa3fCea344f92D9239c08C0568f6F2F0ee452', 18, 'Wrapped liquid staked Ether 2.0'),
    token('AERO', '0x940181a94A35A4569E4529A3CDfB74e38FD98631', 18, 'Aerodrome'),
  ],
  'base-sepolia': [
    token('USDC', '0x036CbD53842c5426634e7929541eC2318f3dCF7e', 6, 'USDC'),
    token('WETH', '0x4200000000000000000000000000000000000006', 18, 'Wrapped Ether'),
  ],
}

/** Contracts that often are spenders. */
export const KNOWN_SPENDERS: Readonly<Record<string, string>> = {
  '0x000000000022d473030f116ddee9f6b43ac78ba3': 'Permit2',
  '0x402085c248eea27d92e8b30b2c58ed07f9e20001': 'x402 Permit2 proxy',
  '0xca11bde05977b3631167028862be2a173976ca11': 'Multicall3',
  '0x4200000000000000000000000000000000000010': 'L2StandardBridge',
}

export const PERMIT2 = '0x000000000022D473030F116dDEE9F6B43aC78BA3'
