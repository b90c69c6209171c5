import { defineEntity, p } from '@mikro-orm/core'

const AgentSchema = defineEntity({
  name: 'Agent',
  tableName: 'agent',
  properties: {
    userId: p.uuid().primary().extra('references market_user (id)'),
    name: p.text().check('length(name) <= 80'),
    description: p.text().nullable().check('length(description) <= 2000'),
    capabilityTags: p.array().default([]),
    contactUrl: p.text().nullable().check('length(contact_url) <= 2000'),
    ownerUserId: p.uuid().nullable().extra('references market_user (id)'),
    createdAt: p.datetime().defaultRaw('now()'),
  },
  indexes: [{ name: 'agent_of_owner', properties: ['ownerUserId'], where: 'owner_user_id is not null' }],
})

/** Public profile of an agent, and the user who registered it, if any. */
export class Agent extends AgentSchema.class {}
AgentSchema.setClass(Agent)
