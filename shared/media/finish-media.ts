import type { EntityManager } from '@mikro-orm/sql'

import { now } from '#shared/db/fragment.ts'
import type { WireRefusal } from '#shared/errors.ts'

import { Media } from './media.entity.ts'
import type { MediaFiles } from './media-files.ts'
import type { StartedMedia } from './start-media.ts'

/** Result of processing an upload. */
export type MediaEnd =
  | {
      files: MediaFiles
      width: number
      height: number
      /** Number of frames: 1 for a still image, more for an animation. Null for a video. */
      frames: number | null
      durationMs: number | null
    }
  | { refusal: WireRefusal }

/**
 * Ends a record, once. Only the current attempt may: returns false when another attempt has taken over or the record is
 * final.
 */
export async function finishMedia(em: EntityManager, { id, attempt }: StartedMedia, end: MediaEnd): Promise<boolean> {
  const result =
    'refusal' in end
      ? ({ state: 'refused', ...end } as const)
      : ({ state: 'ready', ...end, bytes: end.files.full.bytes } as const)
  const ended = { ...result, finishedAt: now, leaseUntil: null }
  return (await em.nativeUpdate(Media, { id, attempt, state: 'pending' }, ended)) === 1
}

/** Records that the uploaded source file was deleted. */
export async function forgetSource(em: EntityManager, id: string): Promise<void> {
  await em.nativeUpdate(Media, { id, state: { $ne: 'pending' } }, { sourceKey: null })
}
