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
    version: p.integer().check('version > 0'),
    bytes: p.integer().check('bytes > 0'),
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
  indexes: [
    { name: 'note_expiry', properties: ['expiresAt'], where: 'expires_at is not null' },
    { name: 'note_of_owner', properties: ['owner', 'updatedAt', 'id'] },
    { name: 'note_public', properties: ['updatedAt', 'id'], where: "visibility = 'public'" },
    { name: 'note_search', expression: 'create index note_search on note using gin (search)' },
  ],
  uniques: [{ name: 'note_key', properties: ['owner', 'key'], where: 'key is not null' }],
  checks: [
    { name: 'note_stored_whole', expression: '(stored_bytes >= bytes)' },
    { name: 'note_no_public_secret', expression: "visibility = 'private' or not has_secret" },
  ],
})

/**
 * A note, in its newest version. `storedBytes` is the total of its kept versions; a trigger adds it to the owner's
 * counters. Written only by shared/store/notes.
 */
export class Note extends NoteSchema.class {}
NoteSchema.setClass(Note)
