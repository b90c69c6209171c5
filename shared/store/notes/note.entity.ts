import { defineEntity, p } from '@mikro-orm/core'

import type { TextFlag } from '#shared/doors/notes.ts'

const NoteSchema = defineEntity({
  name: 'Note',
  tableName: 'note',
  properties: {
    id: p.text().primary(),
    owner: p.text(),
    ownerTag: p.text(),
    key: p.text().nullable(),
    title: p.text().nullable(),
    tags: p.array().default([]),
    visibility: p.enum(['private', 'public'] as const).default('private'),
    version: p.integer(),
    bytes: p.integer(),
    storedBytes: p.bigint(),
    sha256: p.text().fieldName('sha256'),
    agentId: p.text().nullable(),
    hasSecret: p.boolean().default(false),
    flags: p.json().$type<TextFlag[]>().default([]),
    search: p.text().columnType('tsvector').lazy(),
    createdAt: p.datetime().defaultRaw('now()'),
    updatedAt: p.datetime().defaultRaw('now()'),
    expiresAt: p.datetime().nullable(),
  },
})

/**
 * A note, in its newest version. `storedBytes` is the total of its kept versions; a trigger adds it to the owner's
 * counters. Written only by shared/store/notes.
 */
export class Note extends NoteSchema.class {}
NoteSchema.setClass(Note)
