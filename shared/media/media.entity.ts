import { defineEntity, p } from '@mikro-orm/core'

import type { WireRefusal } from '#shared/errors.ts'

import type { MediaFiles } from './media-files.ts'

const MediaSchema = defineEntity({
  name: 'Media',
  tableName: 'media',
  properties: {
    id: p.uuid().primary(),
    owner: p.text(),
    kind: p.enum(['image', 'video'] as const),
    state: p.enum(['pending', 'ready', 'refused'] as const).default('pending'),
    sourceKey: p.text().nullable(),
    sourceType: p.text(),
    sourceBytes: p.bigint('number').nullable().check('source_bytes > 0'),
    sourceSha256: p.text().fieldName('source_sha256').nullable(),
    files: p.json<MediaFiles>().nullable(),
    width: p.integer().nullable().check('width > 0'),
    height: p.integer().nullable().check('height > 0'),
    frames: p.integer().nullable().check('frames > 0'),
    durationMs: p.integer().nullable().check('duration_ms > 0'),
    bytes: p.bigint('number').nullable().check('bytes > 0'),
    refusal: p.json<WireRefusal>().nullable(),
    attempt: p.integer().default(0),
    leaseUntil: p.datetime().nullable(),
    enqueuedAt: p.datetime().nullable(),
    uploadedAt: p.datetime().nullable(),
    finishedAt: p.datetime().nullable(),
    createdAt: p.datetime().defaultRaw('now()'),
  },
  indexes: [
    { name: 'media_of_listings', properties: ['createdAt'], where: "owner like 'listing:%'" },
    { name: 'media_owner', properties: ['owner', 'createdAt'] },
    { name: 'media_to_do', properties: ['createdAt'], where: 'source_key is not null' },
  ],
  checks: [
    { name: 'media_ends_once', expression: "(state = 'pending') = (finished_at is null)" },
    { name: 'media_pending_has_source', expression: "state <> 'pending' or source_key is not null" },
    {
      name: 'media_ready_is_whole',
      expression:
        "state <> 'ready' or (files is not null and width is not null and height is not null and bytes is not null and (kind = 'image' or duration_ms is not null))",
    },
    { name: 'media_refused_says_why', expression: "state <> 'refused' or refusal is not null" },
  ],
})

/**
 * An upload and its result. It leaves `pending` once, by the worker's conditional update. The source is the uploaded
 * file and is never served; `files` are what the worker made of it. `source_key` is cleared when the source is deleted.
 */
export class Media extends MediaSchema.class {}
MediaSchema.setClass(Media)
