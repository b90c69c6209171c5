import { defineEntity, p } from '@mikro-orm/core'

const AgentOptOutSchema = defineEntity({
  name: 'AgentOptOut',
  tableName: 'agent_opt_out',
  properties: {
    owner: p.text().primary(),
    agentId: p.text().primary(),
    at: p.datetime().defaultRaw('now()'),
  },
})

/** An owner's choice that one of its agent labels appears on no leaderboard. */
export class AgentOptOut extends AgentOptOutSchema.class {}
AgentOptOutSchema.setClass(AgentOptOut)
