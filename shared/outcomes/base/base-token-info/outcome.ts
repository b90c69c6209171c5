import { z } from 'zod'

import { defineOutcome } from '#shared/outcomes/define.ts'
import {
  BaseNetwork,
  chainFields,
  exampleStamp,
  refuseUnlessToken,
  TokenText,
} from '#shared/outcomes/lib/chain-fields.ts'

const text = z.string().nullable()

export const baseTokenInfo = defineOutcome({
  slug: 'base-token-info',
  title: 'Base token info',
  description:
    'What an ERC-20 on Base is and who can change it: metadata, standards (EIP-3009, permit, ERC-4626), the EIP-712 domain ' +
    'x402 signs, proxy and owner, capabilities seen in the bytecode (mint, pause, blacklist, upgrade), look-alike check.',
  cents: 2,
  impulse: true,
  types: {
    takes: { token: 'token-address' },
    gives: { name: 'text', owner: 'base-address' },
    also: { 'proxy.admin': 'base-address', 'proxy.implementation': 'base-address' },
  },
  input: () => z.object({ token: TokenText, network: BaseNetwork }),
  output: () =>
    z.object({
      ...chainFields,
      address: z.string(),
      name: text,
      symbol: text,
      decimals: z.int().nullable(),
      total_supply: z.object({ raw: z.string(), amount: text }).nullable(),
      standard: z.array(z.string()).describe('erc20, erc2612_permit, eip3009, erc1967_proxy, erc4626, erc721, erc1155'),
      eip712_domain: z
        .object({ name: z.string(), version: z.string(), chain_id: z.number() })
        .nullable()
        .describe('needed for extra of an x402 requirement'),
      proxy: z.object({ kind: z.string(), implementation: text, admin: text }).nullable(),
      owner: text.describe('owner()'),
      capabilities: z
        .array(z.string())
        .describe('mint, pause, blacklist, fee_on_transfer, upgrade: found as functions, no proof of malice'),
      verified: z.boolean().describe('in the built-in list'),
      lookalike_of: text.describe('listed token with the same or a confusable symbol'),
      nonstandard: z.array(z.string()),
      x402_ready: z.boolean().describe('EIP-3009 is there and the domain can be read'),
    }),
  example: {
    input: { token: 'USDC' },
    output: {
      ...exampleStamp,
      address: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
      name: 'USD Coin',
      symbol: 'USDC',
      decimals: 6,
      total_supply: { raw: '4000000000000000', amount: '4000000000' },
      standard: ['erc20', 'erc2612_permit', 'eip3009'],
      eip712_domain: { name: 'USD Coin', version: '2', chain_id: 8453 },
      proxy: {
        kind: 'zeppelinos',
        implementation: '0x000000000000000000000000000000000000bEEF',
        admin: '0x000000000000000000000000000000000000dEaD',
      },
      owner: '0x000000000000000000000000000000000000dEaD',
      capabilities: ['mint', 'pause', 'blacklist', 'upgrade'],
      verified: true,
      lookalike_of: null,
      nonstandard: [],
      x402_ready: true,
    },
  },
  check: ({ token }) => refuseUnlessToken(['token'], token),
  async run({ token, network }, ctx) {
    const [{ openBaseReader }, { findToken }, { tokenInfo }] = await Promise.all([
      import('#shared/engines/evm/base-reader.ts'),
      import('#shared/engines/evm/find-token.ts'),
      import('./token-info.ts'),
    ])
    const address = findToken(['token'], token, network)
    const reader = await openBaseReader(ctx, network)
    const info = await tokenInfo(reader, address)
    return { ...reader.stamp(), ...info }
  },
})
