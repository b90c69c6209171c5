import { defineEntity, p } from '@mikro-orm/core'

const WorkspaceFileSchema = defineEntity({
  name: 'WorkspaceFile',
  tableName: 'workspace_file',
  properties: {
    id: p.text().primary(),
    workspaceId: p.text(),
    path: p.text(),
    version: p.integer(),
    bytes: p.integer(),
    sha256: p.text().fieldName('sha256'),
    agentId: p.text().nullable(),
    deletedAt: p.datetime().nullable(),
    updatedAt: p.datetime().defaultRaw('now()'),
  },
})

/** A file in its newest version. A deleted file stays as a tombstone; a new file at its path continues its versions. */
export class WorkspaceFile extends WorkspaceFileSchema.class {}
WorkspaceFileSchema.setClass(WorkspaceFile)
