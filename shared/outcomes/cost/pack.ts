import { definePack } from '../pack.ts'

import { agentUsage } from './agent-usage/outcome.ts'
import { tokenBudgetGuard } from './token-budget-guard/outcome.ts'
import { toolCallBudgetGuard } from './tool-call-budget-guard/outcome.ts'
import { mcpCatalogTokenTax } from './mcp-catalog-token-tax/outcome.ts'

export const costPack = definePack({
  name: 'cost-pack',
  purpose: 'Shows what an agent costs, and where it could cost less.',
  dayPass: true,
  outcomes: [agentUsage, tokenBudgetGuard, toolCallBudgetGuard, mcpCatalogTokenTax],
})
