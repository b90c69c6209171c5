import { definePack } from '../pack.ts'

import { leadResearch } from './lead-research/outcome.ts'
import { repoDueDiligence } from './repo-due-diligence/outcome.ts'
import { websiteIntelligence } from './website-intelligence/outcome.ts'

export const workflowPack = definePack({
  name: 'workflow-pack',
  purpose: 'Many outcomes in one call, at one price.',
  dayPass: false,
  outcomes: [websiteIntelligence, repoDueDiligence, leadResearch],
})
