import { parseTransaction } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { expect, test } from 'vitest'

import type { SettlementStore } from '../settlement-store.ts'
import { MOST_FEE, SETTLEMENT_GAS } from './base-fees.ts'
import type { BaseRpc } from './base-rpc.ts'
import { baseSenders } from './base-senders.ts'

test('whatever was decided or stored, nothing is signed above the ceilings of gas and fee', async () => {
  const account = privateKeyToAccount(generatePrivateKey())
  // Safe: signing asks neither the chain nor the database.
  const senders = baseSenders([account], {} as BaseRpc, {} as SettlementStore)
  const fees = { gas: 16_000_000n, maxFee: 20_000_000_000n, priorityFee: 20_000_000_000n }
  for (const { raw } of [
    await senders.signCall(account.address, 7, '0x', fees),
    await senders.signNothing(account.address, 7, fees),
  ]) {
    const { gas, maxFeePerGas, maxPriorityFeePerGas } = parseTransaction(raw)
    expect({ gas, maxFeePerGas, maxPriorityFeePerGas }).toEqual({
      gas: SETTLEMENT_GAS,
      maxFeePerGas: MOST_FEE,
      maxPriorityFeePerGas: MOST_FEE,
    })
  }
})
