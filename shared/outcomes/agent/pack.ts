import { definePack } from '../pack.ts'

import { actionReceipt } from './action-receipt.ts'
import { spendGuard } from './spend-guard/outcome.ts'

export const agentPack = definePack({
  name: 'agent-pack',
  purpose: 'Keeps an agent’s spending in bounds and proves what it did.',
  dayPass: false,
  outcomes: [actionReceipt, spendGuard],
})
