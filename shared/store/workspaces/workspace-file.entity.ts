import { defineEntity, p } from '@mikro-orm/core'

const WorkspaceFileSchema = defineEntity({
  name: 'WorkspaceFile',
  tableName: 'workspace_file',
  properties: {
    id: p.text().primary(),
    workspaceId: p.text().extra('references workspace (id) on delete cascade'),
    path: p.text(),
    version: p.integer().check('version > 0'),
    bytes: p.integer().check('bytes >= 0'),
    sha256: p.text().fieldName('sha256'),
    agentId: p.text().nullable(),
    deletedAt: p.datetime().nullable(),
    updatedAt: p.datetime().defaultRaw('now()'),
  },
  indexes: [{ name: 'workspace_file_gone', properties: ['workspaceId', 'path'], where: 'deleted_at is not null' }],
  uniques: [{ name: 'workspace_file_path', properties: ['workspaceId', 'path'], where: 'deleted_at is null' }],
})

/** A file in its newest version. A deleted file stays as a tombstone; a new file at its path continues its versions. */
export class WorkspaceFile extends WorkspaceFileSchema.class {}
WorkspaceFileSchema.setClass(WorkspaceFile)
