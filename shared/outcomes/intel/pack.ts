import { definePack } from '../pack.ts'

import { agentLeaderboard } from './agent-leaderboard.ts'
import { agentReputation } from './agent-reputation.ts'

export const intelPack = definePack({
  name: 'intel-pack',
  purpose: 'What is known of companies and of other agents.',
  dayPass: false,
  outcomes: [agentReputation, agentLeaderboard],
})
