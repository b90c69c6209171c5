import { definePack } from '../pack.ts'

import { agentToolPermissionReview } from './agent-tool-permission-review/outcome.ts'
import { mcpServerAudit } from './mcp-server-audit/outcome.ts'
import { promptInjectionScan } from './prompt-injection-scan/outcome.ts'

export const promptSecurityPack = definePack({
  name: 'prompt-security-pack',
  purpose: 'Finds orders hidden in texts and tools, and powers an agent does not need.',
  dayPass: true,
  outcomes: [promptInjectionScan, mcpServerAudit, agentToolPermissionReview],
})
