import { defineEntity, p } from '@mikro-orm/core'

const WorkspaceMemberSchema = defineEntity({
  name: 'WorkspaceMember',
  tableName: 'workspace_member',
  properties: {
    id: p.text().primary(),
    workspaceId: p.text().extra('references workspace (id) on delete cascade'),
    agentId: p.text().nullable(),
    role: p.enum(['reader', 'writer', 'admin'] as const),
    tokenHash: p.text().unique(),
    createdAt: p.datetime().defaultRaw('now()'),
  },
  indexes: [{ name: 'workspace_member_of', properties: ['workspaceId'] }],
})

/** A token of a workspace and its role. Without an agent, it is the owner's own admin token. */
export class WorkspaceMember extends WorkspaceMemberSchema.class {}
WorkspaceMemberSchema.setClass(WorkspaceMember)
