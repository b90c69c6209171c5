import { defineEntity, p } from '@mikro-orm/core'

const WorkspaceGuestSchema = defineEntity({
  name: 'WorkspaceGuest',
  tableName: 'workspace_guest',
  properties: {
    workspaceId: p.text().primary().extra('references workspace (id) on delete cascade'),
    owner: p.text().primary(),
    memberId: p.text().extra('references workspace_member (id) on delete cascade'),
    joinedAt: p.datetime().defaultRaw('now()'),
  },
  indexes: [{ name: 'workspace_guest_owner', properties: ['owner'] }],
})

/** A credential's use of a token of a workspace, so that the workspace appears in its list. */
export class WorkspaceGuest extends WorkspaceGuestSchema.class {}
WorkspaceGuestSchema.setClass(WorkspaceGuest)
