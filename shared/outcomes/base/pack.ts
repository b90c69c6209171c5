import { definePack } from '../pack.ts'
import { baseBalancesBatch } from './base-balances-batch/outcome.ts'
import { baseErc20Allowance } from './base-erc20-allowance/outcome.ts'
import { baseErc20Balance } from './base-erc20-balance.ts'
import { baseErc20Logs } from './base-erc20-logs/outcome.ts'
import { baseEthBalance } from './base-eth-balance.ts'
import { baseTokenInfo } from './base-token-info/outcome.ts'
import { baseTxReceipt } from './base-tx-receipt/outcome.ts'
import { paymentWatch } from './payment-watch/outcome.ts'

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
