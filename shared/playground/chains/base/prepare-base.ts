import { BASE_USDC, MULTICALL3 } from '#shared/chains/networks.ts'

import { askRpc } from '../ask-rpc.ts'
import { compiledContract } from '../contracts/compiled-contracts.ts'

/** Installs the test USDC and Multicall3 at the addresses of the real ones. Idempotent. */
export async function prepareBase(rpcUrl: string): Promise<void> {
  await askRpc(rpcUrl, 'anvil_setCode', [BASE_USDC, compiledContract('TestUsdc').code])
  await askRpc(rpcUrl, 'anvil_setCode', [MULTICALL3, compiledContract('Multicall3').code])
}

/** Balances of an account on Base: gas in wei, USDC in micro-USDC. Omitted ones are not changed. */
export type BaseFunds = { wei?: bigint; microUsdc?: bigint }

/** Sets balances directly, without a transaction: it makes no block and no Transfer event. */
export async function setBaseFunds(rpcUrl: string, address: string, { wei, microUsdc }: BaseFunds): Promise<void> {
  if (wei !== undefined) await askRpc(rpcUrl, 'anvil_setBalance', [address, hex(wei)])
  if (microUsdc !== undefined) await askRpc(rpcUrl, 'anvil_dealERC20', [address, BASE_USDC, hex(microUsdc)])
}

const hex = (amount: bigint) => `0x${amount.toString(16)}`
