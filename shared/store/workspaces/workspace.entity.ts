import { defineEntity, p } from '@mikro-orm/core'

const WorkspaceSchema = defineEntity({
  name: 'Workspace',
  tableName: 'workspace',
  properties: {
    id: p.text().primary(),
    owner: p.text(),
    name: p.text(),
    description: p.text().nullable(),
    quotaBytes: p.bigint(),
    usedBytes: p.bigint().default('0'),
    files: p.integer().default(0),
    revision: p.bigint().default('0'),
    createdAt: p.datetime().defaultRaw('now()'),
    updatedAt: p.datetime().defaultRaw('now()'),
    expiresAt: p.datetime().nullable(),
  },
})

/**
 * Files that several agents share. `usedBytes` is the total of the kept versions of its files, `revision` the number of
 * the last change. Written only by shared/store/workspaces.
 */
export class Workspace extends WorkspaceSchema.class {}
WorkspaceSchema.setClass(Workspace)
