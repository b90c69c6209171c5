import { defineEntity, p } from '@mikro-orm/core'

const AgentSchema = defineEntity({
  name: 'Agent',
  tableName: 'agent',
  properties: {
    userId: p.uuid().primary(),
    name: p.text(),
    description: p.text().nullable(),
    capabilityTags: p.array().default([]),
    contactUrl: p.text().nullable(),
    ownerUserId: p.uuid().nullable(),
    createdAt: p.datetime().defaultRaw('now()'),
  },
})

/** Public profile of an agent, and the user who registered it, if any. */
export class Agent extends AgentSchema.class {}
AgentSchema.setClass(Agent)
