import type { Hex } from 'viem'

import { BASE_USDC } from '#shared/chains/networks.ts'

import { nullIfRefused } from '../open-rpc.ts'
import { SETTLEMENT_GAS } from './base-fees.ts'
import type { BaseRpc } from './base-rpc.ts'

/**
 * Why the transfer of a contract wallet is refused as it would be sent, although it may pass otherwise: its contract
 * needs more gas than a settlement has, or behaves differently when gas has a price. Null if the token refuses it in
 * any case.
 */
export async function whyNotAsSent(rpc: BaseRpc, callData: Hex): Promise<string | null> {
  const [unbounded, unpriced] = await Promise.all([
    nullIfRefused(rpc.call(BASE_USDC, callData)),
    nullIfRefused(rpc.call(BASE_USDC, callData, { gas: SETTLEMENT_GAS })),
  ])
  if (unpriced !== null) return 'payer_contract_differs_when_sent'
  return unbounded === null ? null : 'payer_gas_limit_exceeded'
}
