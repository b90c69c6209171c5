import { definePack } from '../pack.ts'

import { agentToolPermissionReview } from './agent-tool-permission-review.ts'
import { mcpServerAudit } from './mcp-server-audit.ts'
import { promptInjectionScan } from './prompt-injection-scan.ts'

export const promptSecurityPack = definePack({
  name: 'prompt-security-pack',
  purpose: 'Finds orders hidden in texts and tools, and powers an agent does not need.',
  dayPass: true,
  outcomes: [promptInjectionScan, mcpServerAudit, agentToolPermissionReview],
})
