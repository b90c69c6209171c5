import { defineEntity, p } from '@mikro-orm/core'

import type { TextFlag } from '#shared/doors/notes.ts'

const WorkspaceVersionSchema = defineEntity({
  name: 'WorkspaceVersion',
  tableName: 'workspace_version',
  properties: {
    fileId: p.text().primary(),
    version: p.integer().primary(),
    content: p.text().nullable(),
    isJson: p.boolean(),
    bytes: p.integer(),
    sha256: p.text().fieldName('sha256'),
    agentId: p.text().nullable(),
    author: p.text(),
    flags: p.json().$type<TextFlag[]>().default([]),
    at: p.datetime().defaultRaw('now()'),
  },
})

/** A version of a file; the last 50 are kept. A version without content is the tombstone of a deletion. */
export class WorkspaceVersion extends WorkspaceVersionSchema.class {}
WorkspaceVersionSchema.setClass(WorkspaceVersion)
