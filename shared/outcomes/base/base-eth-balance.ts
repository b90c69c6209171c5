import { z } from 'zod'

import { defineOutcome } from '../define.ts'
import {
  AddressText,
  BaseNetwork,
  BlockTag,
  chainFields,
  exampleStamp,
  refuseUnlessAddress,
} from '../lib/chain-fields.ts'

export const baseEthBalance = defineOutcome({
  slug: 'base-eth-balance',
  title: 'Base ETH balance',
  description:
    'Native ETH balance, nonce and kind (wallet, contract, EIP-7702 delegation) of an address or .base.eth name on Base, ' +
    'all at one block that the answer names. Exact: no floats.',
  cents: 2,
  impulse: true,
  types: { takes: { address: 'base-address' }, gives: { eth: 'amount' } },
  input: () =>
    z.object({
      address: AddressText.describe('0x address (a checksum in it has to fit) or .base.eth name'),
      block: BlockTag,
      network: BaseNetwork,
    }),
  output: () =>
    z.object({
      ...chainFields,
      address: z.string().describe('EIP-55'),
      wei: z.string(),
      eth: z.string().describe('18 decimals, no trailing zeros'),
      is_contract: z.boolean().describe('code that is no EIP-7702 delegation'),
      delegated: z.string().nullable().describe('what an EIP-7702 wallet runs; null for every other address'),
      nonce: z.int().describe('transactions sent'),
      resolved_from: z.string().nullable().describe('the name, where one was given'),
    }),
  example: {
    input: { address: '0x000000000000000000000000000000000000dEaD' },
    output: {
      ...exampleStamp,
      address: '0x000000000000000000000000000000000000dEaD',
      wei: '1000000000000000000',
      eth: '1',
      is_contract: false,
      delegated: null,
      nonce: 0,
      resolved_from: null,
    },
  },
  check: ({ address }) => refuseUnlessAddress(['address'], address, { names: true }),
  async run({ address: given, block, network }, ctx) {
    const [{ openBaseReader, rpcShapes }, { resolveAddress, readAddress }, { delegateOf }, { humanAmount }] =
      await Promise.all([
        import('#shared/engines/evm/base-reader.ts'),
        import('#shared/engines/evm/resolve-address.ts'),
        import('#shared/engines/evm/delegate-of.ts'),
        import('#shared/engines/x402/networks/amount.ts'),
      ])
    if (given.startsWith('0x')) readAddress(['address'], given)
    const reader = await openBaseReader(ctx, network, { block })
    const { address, resolvedFrom } = await resolveAddress(reader, ['address'], given)
    const tag = `0x${reader.block.number.toString(16)}`
    const [wei, nonce, code] = await Promise.all([
      reader.ask('eth_getBalance', [address, tag], rpcShapes.Quantity),
      reader.ask('eth_getTransactionCount', [address, tag], rpcShapes.Count),
      reader.codeOf(address),
    ])
    const delegated = delegateOf(code)
    return {
      ...reader.stamp(),
      address,
      wei: wei.toString(),
      eth: humanAmount(wei, 18),
      is_contract: code.length > 0 && delegated === null,
      delegated,
      nonce,
      resolved_from: resolvedFrom,
    }
  },
})
