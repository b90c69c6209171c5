import { BASE_USDC, MULTICALL3 } from '#shared/chains/networks.ts'

import { askRpc } from '../ask-rpc.ts'
import { compiledContract } from '../contracts/compiled-contracts.ts'

/** Puts the test USDC and Multicall3 at the addresses the real ones have. Again is the same as once. */
export async function prepareBase(rpcUrl: string): Promise<void> {
  await askRpc(rpcUrl, 'anvil_setCode', [BASE_USDC, compiledContract('TestUsdc').code])
  await askRpc(rpcUrl, 'anvil_setCode', [MULTICALL3, compiledContract('Multicall3').code])
}

/** What an account on Base is to hold: gas in wei, USDC in micro-USDC; what is not named stays as it is. */
export type BaseFunds = { wei?: bigint; microUsdc?: bigint }

/** Sets what an account holds, at once and without a transaction: no block and no Transfer comes of it. */
export async function setBaseFunds(rpcUrl: string, address: string, { wei, microUsdc }: BaseFunds): Promise<void> {
  if (wei !== undefined) await askRpc(rpcUrl, 'anvil_setBalance', [address, hex(wei)])
  if (microUsdc !== undefined) await askRpc(rpcUrl, 'anvil_dealERC20', [address, BASE_USDC, hex(microUsdc)])
}

const hex = (amount: bigint) => `0x${amount.toString(16)}`
