import { defineEntity, p } from '@mikro-orm/core'

const WorkspaceSchema = defineEntity({
  name: 'Workspace',
  tableName: 'workspace',
  properties: {
    id: p.text().primary(),
    owner: p.text(),
    name: p.text(),
    description: p.text().nullable(),
    quotaBytes: p.bigint().check('quota_bytes between 1024 and 104857600'),
    usedBytes: p.bigint().defaultRaw('0').check('used_bytes >= 0'),
    files: p.integer().default(0).check('files >= 0'),
    revision: p.bigint().defaultRaw('0'),
    createdAt: p.datetime().defaultRaw('now()'),
    updatedAt: p.datetime().defaultRaw('now()'),
    expiresAt: p.datetime().nullable(),
  },
  indexes: [
    { name: 'workspace_expiry', properties: ['expiresAt'], where: 'expires_at is not null' },
    { name: 'workspace_name', expression: 'create unique index workspace_name on workspace (owner, name)' },
  ],
  checks: [
    { name: 'workspace_files', expression: 'files <= 10000' },
    { name: 'workspace_quota', expression: 'used_bytes <= quota_bytes' },
  ],
})

/**
 * Files that several agents share. `usedBytes` is the total of the kept versions of its files, `revision` the number of
 * the last change. Written only by shared/store/workspaces.
 */
export class Workspace extends WorkspaceSchema.class {}
WorkspaceSchema.setClass(Workspace)
