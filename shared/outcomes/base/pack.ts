import { definePack } from '../pack.ts'
import { baseBalancesBatch } from './base-balances-batch.ts'
import { baseErc20Allowance } from './base-erc20-allowance.ts'
import { baseErc20Balance } from './base-erc20-balance.ts'
import { baseErc20Logs } from './base-erc20-logs.ts'
import { baseEthBalance } from './base-eth-balance.ts'
import { baseTokenInfo } from './base-token-info.ts'
import { baseTxReceipt } from './base-tx-receipt.ts'
import { paymentWatch } from './payment-watch.ts'

export const basePack = definePack({
  name: 'base-pack',
  purpose: 'Reads of Base: balances, allowances, transfers, receipts, tokens, payments.',
  dayPass: false,
  outcomes: [
    baseEthBalance,
    baseErc20Balance,
    baseErc20Allowance,
    baseErc20Logs,
    baseTxReceipt,
    baseTokenInfo,
    baseBalancesBatch,
    paymentWatch,
  ],
})
