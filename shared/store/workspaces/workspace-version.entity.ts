import { defineEntity, p } from '@mikro-orm/core'

import type { TextFlag } from '#shared/doors/notes.ts'

const WorkspaceVersionSchema = defineEntity({
  name: 'WorkspaceVersion',
  tableName: 'workspace_version',
  properties: {
    fileId: p.text().primary().extra('references workspace_file (id) on delete cascade'),
    version: p.integer().primary().check('version > 0'),
    content: p.text().nullable(),
    isJson: p.boolean(),
    bytes: p.integer().check('bytes between 0 and 1048576'),
    sha256: p.text().fieldName('sha256'),
    agentId: p.text().nullable(),
    author: p.text(),
    flags: p.json().$type<TextFlag[]>().default([]),
    at: p.datetime().defaultRaw('now()'),
  },
  checks: [{ name: 'workspace_version_tombstone', expression: 'content is not null or bytes = 0' }],
})

/** A version of a file; the last 50 are kept. A version without content is the tombstone of a deletion. */
export class WorkspaceVersion extends WorkspaceVersionSchema.class {}
WorkspaceVersionSchema.setClass(WorkspaceVersion)
