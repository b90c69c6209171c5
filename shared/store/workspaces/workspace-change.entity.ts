import { defineEntity, p } from '@mikro-orm/core'

const WorkspaceChangeSchema = defineEntity({
  name: 'WorkspaceChange',
  tableName: 'workspace_change',
  properties: {
    workspaceId: p.text().primary().extra('references workspace (id) on delete cascade'),
    revision: p.bigint().primary(),
    op: p.enum(['put', 'append', 'delete', 'move', 'json_patch'] as const),
    path: p.text(),
    movedTo: p.text().nullable(),
    version: p.integer(),
    agentId: p.text().nullable(),
    message: p.text().nullable(),
    at: p.datetime().defaultRaw('now()'),
  },
  checks: [{ name: 'workspace_change_moves', expression: "(op = 'move') = (moved_to is not null)" }],
})

/** An entry of a workspace's log. Revisions have no gaps: whoever writes a file locks the workspace and takes the next one. */
export class WorkspaceChange extends WorkspaceChangeSchema.class {}
WorkspaceChangeSchema.setClass(WorkspaceChange)
