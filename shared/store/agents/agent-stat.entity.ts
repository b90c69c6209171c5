import { defineEntity, p } from '@mikro-orm/core'

const AgentStatSchema = defineEntity({
  name: 'AgentStat',
  tableName: 'agent_stat',
  properties: {
    owner: p.text().primary(),
    agentId: p.text().primary(),
    hour: p.datetime().primary(),
    calls: p.bigint().defaultRaw('0'),
    capturedMicro: p.bigint().defaultRaw('0'),
    isTrial: p.boolean().default(false),
  },
  indexes: [{ name: 'agent_stat_hour', properties: ['hour'] }],
})

/** Successful calls by owner, agent label and hour, counted from the call rows. */
export class AgentStat extends AgentStatSchema.class {}
AgentStatSchema.setClass(AgentStat)
