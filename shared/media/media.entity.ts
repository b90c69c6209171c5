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
    sourceBytes: p.bigint('number').nullable(),
    sourceSha256: p.text().fieldName('source_sha256').nullable(),
    files: p.json<MediaFiles>().nullable(),
    width: p.integer().nullable(),
    height: p.integer().nullable(),
    frames: p.integer().nullable(),
    durationMs: p.integer().nullable(),
    bytes: p.bigint('number').nullable(),
    refusal: p.json<WireRefusal>().nullable(),
    attempt: p.integer().default(0),
    leaseUntil: p.datetime().nullable(),
    enqueuedAt: p.datetime().nullable(),
    uploadedAt: p.datetime().nullable(),
    finishedAt: p.datetime().nullable(),
    createdAt: p.datetime().defaultRaw('now()'),
  },
})

/**
 * An upload and its result. It leaves `pending` once, by the worker's conditional update. The source is the uploaded
 * file and is never served; `files` are what the worker made of it. `source_key` is cleared when the source is deleted.
 */
export class Media extends MediaSchema.class {}
MediaSchema.setClass(Media)
