import { defineEntity, p } from '@mikro-orm/core'

const WorkspaceGuestSchema = defineEntity({
  name: 'WorkspaceGuest',
  tableName: 'workspace_guest',
  properties: {
    workspaceId: p.text().primary(),
    owner: p.text().primary(),
    memberId: p.text(),
    joinedAt: p.datetime().defaultRaw('now()'),
  },
})

/** A credential's use of a token of a workspace, so that the workspace appears in its list. */
export class WorkspaceGuest extends WorkspaceGuestSchema.class {}
WorkspaceGuestSchema.setClass(WorkspaceGuest)
