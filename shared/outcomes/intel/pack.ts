import { definePack } from '../pack.ts'

import { agentLeaderboard } from './agent-leaderboard.ts'
import { agentReputation } from './agent-reputation/outcome.ts'
import { companyPeople } from './company-people.ts'
import { companyTeardown } from './company-teardown/outcome.ts'
import { competitorSnapshot } from './competitor-snapshot/outcome.ts'
import { hiringSignals } from './hiring-signals.ts'
import { leadBriefPlus } from './lead-brief-plus.ts'
import { leadBrief } from './lead-brief.ts'
import { emailVerifyLite } from './email-verify-lite/outcome.ts'

export const intelPack = definePack({
  name: 'intel-pack',
  purpose: 'What is known of companies and of other agents.',
  dayPass: false,
  outcomes: [
    emailVerifyLite,
    agentReputation,
    agentLeaderboard,
    leadBrief,
    leadBriefPlus,
    companyPeople,
    hiringSignals,
    competitorSnapshot,
    companyTeardown,
  ],
})
